import { textRule } from './rule.js';

const labelRule = textRule({ min: 1, max: 120, oneLine: true });

/** A name that cannot be given to anything. */
export class LabelInvalid extends Error {
  override readonly name = 'LabelInvalid';

  constructor(fault: string) {
    super(`The name ${fault}.`);
  }
}

/** What is wrong with a name for an account or a key, as the end of a sentence; `undefined`: nothing. */
export const labelFault = (text: string): string | undefined => labelRule(text.trim());

/**
 * A name that people give to an account or a key: trimmed, 1–120 code points, one line. Each is also
 * a valid `author.name`, whose default is the account's name (contract 2).
 * @throws LabelInvalid
 */
export function label(text: string): string {
  const fault = labelFault(text);
  if (fault !== undefined) throw new LabelInvalid(fault);
  return text.trim();
}
