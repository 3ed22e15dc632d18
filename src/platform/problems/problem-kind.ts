/** The two interfaces: HTTP API and MCP (contract 1). */
export type Interface = 'http' | 'mcp';

/** A sentence for both interfaces, or one for each. */
export type Advice = string | Readonly<Record<Interface, string>>;

/**
 * The catalogue's entry for a code. In `detail` and `nextStep`, `{name}` stands for a member of `details` or for
 * `retryAfter`. Backquotes mark code on the errors page; answers leave them out.
 */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** When the problem occurs, for the errors page and the OpenAPI document. */
  readonly meaning: string;
  /** What happened this time. Contains no text of users except field names. */
  readonly detail: string;
  /** What the reader, a person or a language model, should do next. */
  readonly nextStep: Advice;
  /** Example of `details`, and of `Retry-After` in seconds; absent: the problem has neither. */
  readonly example?: {
    readonly details?: Readonly<Record<string, unknown>>;
    readonly retryAfter?: number;
  };
}
