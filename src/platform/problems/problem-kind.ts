/** The two interfaces: HTTP API and MCP (contract 1). */
export type Interface = 'http' | 'mcp';

/** One sentence for both interfaces, or one sentence for each interface. */
export type Advice = string | Readonly<Record<Interface, string>>;

/**
 * The catalogue's entry for a code. In `detail` and `nextStep`, `{name}` is replaced by a member of `details` or by
 * `retryAfter`. Text between backquotes is shown as code on the errors page; answers leave the backquotes out.
 */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** When the problem occurs, for the errors page and the OpenAPI document. */
  readonly meaning: string;
  /** What happened in this case. Contains no text of users except the names of fields. */
  readonly detail: string;
  /** What the reader, a person or a language model, should do next. */
  readonly nextStep: Advice;
  /**
   * Example of `details`, of `Retry-After` in seconds, and of a `detail` that differs from the one above; absent if the
   * problem has none of them.
   */
  readonly example?: {
    readonly detail?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly retryAfter?: number;
  };
}
