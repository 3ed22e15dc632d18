/** The scopes of keys, in display order. No scope includes another (contract 4). */
export const SCOPES = ['read', 'write', 'publish'] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of a key if the operator states none. A key has `publish` only if the operator states it (contract 7). */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write'];

export const orderedScopes = (scopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope));
