/** The environment breaks rules; one line a fault, fit to be shown to an operator (CONTRACT 11). */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault';

  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}
