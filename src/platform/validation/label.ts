import { textRule } from './rule.js';

const labelRule = textRule({ min: 1, max: 120, oneLine: true, visible: true });

/**
 * Returns the fault of the name of an account or key, as words that complete "The name …". Returns `undefined` if there
 * is no fault.
 */
export const labelFault = (text: string): string | undefined => labelRule(text.trim());

/**
 * Trims and checks the name of an account or key, by the rule for `author.name`: 1–120 code points on one line.
 * @throws Error if the name breaks a rule
 */
export function label(text: string): string {
  const fault = labelFault(text);
  if (fault !== undefined) throw new Error(`The name ${fault}.`);
  return text.trim();
}
