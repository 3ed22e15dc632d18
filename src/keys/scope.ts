/** What a key may do; none includes another (contract 4). In the order in which they are shown. */
export const SCOPES = ['read', 'write', 'publish'] as const;

export type Scope = (typeof SCOPES)[number];

/** What a key gets when nothing is said: `publish` only when asked for (contract 7). */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write'];

/** The same scopes, each once, in the order of `SCOPES`. */
export const orderedScopes = (scopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope));
