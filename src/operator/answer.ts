/** What a command has to say: the same facts for programs and for people. */
export interface Answer {
  /** Printed with `--json`. */
  readonly json: unknown;
  /** Printed without. */
  readonly text: string;
}
