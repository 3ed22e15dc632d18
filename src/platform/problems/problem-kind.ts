/** The two ways in: HTTP API or MCP (contract 1). */
export type Interface = 'http' | 'mcp';

/** A sentence that is the same at both interfaces, or one for each. */
export type Advice = string | Readonly<Record<Interface, string>>;

/**
 * All that is said about a code. In `detail` and `nextStep`, `{name}` stands for a member of `details`, or for
 * `retryAfter`; backquotes mark code on the errors page and are left out of answers.
 */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** When it is answered, whatever the occasion: for the errors page and the OpenAPI document. */
  readonly meaning: string;
  /** What happened this time; never text of users but field names. */
  readonly detail: string;
  /** What the reader does next, human or model. */
  readonly nextStep: Advice;
  /** What `details` hold, and the seconds of `Retry-After`; absent: nothing, none. */
  readonly example?: {
    readonly details?: Readonly<Record<string, unknown>>;
    readonly retryAfter?: number;
  };
}
