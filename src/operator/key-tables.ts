import type { IssuedKey, KeyFacts } from '../keys/key-facts.js';
import type { Answer } from './answer.js';
import { factTable, listTable } from './table.js';

/** The only answer that holds a key (CONTRACT 7). */
export function issuedKeyAnswer(issued: IssuedKey): Answer {
  const table = factTable({
    id: issued.id,
    account: issued.accountId,
    name: issued.name,
    scopes: issued.scopes,
    expires: issued.expiresAt,
    created: issued.createdAt,
  });
  return { json: issued, text: `${table}\nThe key, shown only this once:\n${issued.key}` };
}

export const keyAnswer = (key: KeyFacts): Answer => ({
  json: key,
  text: factTable({
    id: key.id,
    account: key.accountId,
    name: key.name,
    scopes: key.scopes,
    expires: key.expiresAt,
    revoked: key.revokedAt,
    'last used': key.lastUsedAt,
    created: key.createdAt,
  }),
});

export const keyListAnswer = (keys: readonly KeyFacts[]): Answer => ({
  json: keys,
  text: listTable(
    ['id', 'name', 'scopes', 'expires', 'revoked', 'last used', 'created'],
    keys.map((key) => [
      key.id,
      key.name,
      key.scopes,
      key.expiresAt,
      key.revokedAt,
      key.lastUsedAt,
      key.createdAt,
    ]),
  ),
});
