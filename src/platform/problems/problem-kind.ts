/** The two ways in: HTTP API or MCP (contract 1). */
export type Interface = 'http' | 'mcp';

/** A sentence that is the same at both interfaces, or one for each. */
export type Advice = string | Readonly<Record<Interface, string>>;

/**
 * Everything about a code. In `detail` and `nextStep`, `{name}` is a member of `details`, or `retryAfter`. Backquotes
 * mark code on the errors page; answers leave them out.
 */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** When it occurs in general, for the errors page and the OpenAPI document. */
  readonly meaning: string;
  /** What happened this time; names of fields are the only text of users in it. */
  readonly detail: string;
  /** What the reader does next, a person or a model. */
  readonly nextStep: Advice;
  /** Example `details`, and seconds of `Retry-After`; absent: neither. */
  readonly example?: {
    readonly details?: Readonly<Record<string, unknown>>;
    readonly retryAfter?: number;
  };
}
