import type { PublisherKey } from './publisher-key.entity.js';

/** A key as commands show it, without its secret (contract 10). */
export type KeyFacts = Readonly<
  Pick<
    PublisherKey,
    'id' | 'accountId' | 'name' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'createdAt'
  >
>;

/** A new key with its secret, which is shown only when the key is issued or rotated (contract 7). */
export interface IssuedKey extends Omit<KeyFacts, 'revokedAt' | 'lastUsedAt'> {
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
