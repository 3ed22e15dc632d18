import type { PublisherKey } from './publisher-key.entity.js';
import type { Scope } from './scope.js';

/** A key as it is listed: all but what only its holder knows (CONTRACT 10). */
export interface KeyFacts {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

/** A key as it is shown the one time that it is whole (CONTRACT 10). */
export interface IssuedKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The bearer credential itself; kept nowhere else. */
  readonly key: string;
}

export const keyFacts = (row: PublisherKey): KeyFacts => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
  lastUsedAt: row.lastUsedAt,
  createdAt: row.createdAt,
});

export const issuedKey = (row: PublisherKey, key: string): IssuedKey => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  key,
});
