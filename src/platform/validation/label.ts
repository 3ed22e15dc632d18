import { textRule } from './rule.js';

const labelRule = textRule({ min: 1, max: 120, oneLine: true });

export class LabelInvalid extends Error {
  override readonly name = 'LabelInvalid';

  constructor(fault: string) {
    super(`The name ${fault}.`);
  }
}

/** The fault of a name for an account or key, to end a sentence; `undefined`: none. */
export const labelFault = (text: string): string | undefined => labelRule(text.trim());

/** Trims a name of an account or key: 1–120 code points on one line, a valid `author.name` too. @throws LabelInvalid */
export function label(text: string): string {
  const fault = labelFault(text);
  if (fault !== undefined) throw new LabelInvalid(fault);
  return text.trim();
}
