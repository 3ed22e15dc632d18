import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service.js';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Database } from '../platform/database/database.js';
import { label } from '../platform/validation/label.js';
import { generateKey, hashSecret } from './key-secret.js';
import { keyEnded, keyRotated } from './keys.errors.js';
import { KeysRepository, type NewKey } from './keys.repository.js';
import type { PublisherKey } from './publisher-key.entity.js';
import { orderedScopes } from './scope.js';

type KeyRequest = Omit<NewKey, 'id' | 'secretHash'>;

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

/** Manages keys for operators (contract 10). Each change writes an audit row in the same transaction. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysRepository,
    private readonly accounts: AccountsService,
    private readonly actions: OperatorActions,
  ) {}

  /** Issues a key; only this answer contains its secret. @throws Error for a bad name or an unknown account */
  async issue(request: KeyRequest): Promise<IssuedKey> {
    await this.accounts.show(request.accountId);
    return this.database.transaction((tx) => this.issueIn(tx, request));
  }

  /**
   * Issues a key in `tx`, which can be the transaction that creates the account of the key.
   * @throws Error if the name breaks a rule
   */
  async issueIn(
    tx: EntityManager,
    { accountId, name, scopes, expiresIn }: KeyRequest,
  ): Promise<IssuedKey> {
    const { keyId, secret, key } = generateKey('program');
    await this.keys.insert(tx, {
      id: keyId,
      accountId,
      name: label(name),
      secretHash: hashSecret(secret),
      scopes: orderedScopes(scopes),
      expiresIn,
    });
    const row = await this.keys.find(tx, keyId);
    await this.record(tx, 'keys issue', row, { scopes: row.scopes, expiresAt: row.expiresAt });
    return issuedKey(row, key);
  }

  /**
   * Lists the keys of an account, oldest first, including revoked and expired keys.
   * @throws Error if there is no such account
   */
  async list(accountId: string): Promise<KeyFacts[]> {
    await this.accounts.show(accountId);
    const rows = await this.keys.ofAccount(accountId);
    return rows.map(keyFacts);
  }

  /**
   * Revokes a key. Every process refuses the key within 1 s. A second revocation does not change the key.
   * @throws Error if there is no such key
   */
  revoke(keyId: string): Promise<KeyFacts> {
    return this.database.transaction(async (tx) => {
      await this.keys.revoke(tx, keyId);
      const row = await this.keys.find(tx, keyId);
      await this.record(tx, 'keys revoke', row, {});
      return keyFacts(row);
    });
  }

  /**
   * Issues a new key that replaces an old one. The old key expires in `grace` seconds, or at its own expiry if that is
   * earlier.
   * @throws Error if there is no such key, or it is revoked, expired or rotated already
   */
  rotate(keyId: string, grace: number): Promise<IssuedKey> {
    const { keyId: newKeyId, secret, key } = generateKey('program');
    return this.database.transaction(async (tx) => {
      const live = await this.keys.lockLive(tx, keyId);
      const old = await this.keys.find(tx, keyId);
      if (!live) throw keyEnded(keyId);
      if (old.successorId !== null) throw keyRotated(keyId, old.successorId);
      await this.keys.insertSuccessor(tx, keyId, { id: newKeyId, secretHash: hashSecret(secret) });
      await this.keys.endAfter(tx, keyId, grace, newKeyId);
      await this.record(tx, 'keys rotate', old, { newKeyId, graceSeconds: grace });
      return issuedKey(await this.keys.find(tx, newKeyId), key);
    });
  }

  private record(
    tx: EntityManager,
    action: string,
    { id: keyId, accountId, name }: PublisherKey,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.actions.record(tx, { action, accountId, details: { keyId, name, ...details } });
  }
}

const keyFacts = (row: PublisherKey): KeyFacts => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  revokedAt: row.revokedAt,
  lastUsedAt: row.lastUsedAt,
  createdAt: row.createdAt,
});

const issuedKey = (row: PublisherKey, key: string): IssuedKey => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  key,
});
