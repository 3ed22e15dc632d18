import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Database } from '../platform/database/database.js';
import { label } from '../platform/validation/label.js';
import { generateKey, hashSecret } from './key-secret.js';
import { keyEnded, keyNotFound, keyRotated } from './keys.errors.js';
import { LIVE_KEY } from './live-key.sql.js';
import { PublisherKey } from './publisher-key.entity.js';
import { orderedScopes, type Scope } from './scope.js';

interface KeyRequest {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Seconds from now until the key expires; `null` for a key without expiry. */
  readonly expiresIn: number | null;
}

/** A key as commands show it, without its secret (contract 10). */
export type KeyFacts = Readonly<Omit<PublisherKey, 'secretHash' | 'successorId'>>;

/** A new key with its secret, which is shown only when the key is issued or rotated (contract 7). */
export interface IssuedKey extends Omit<KeyFacts, 'revokedAt' | 'lastUsedAt'> {
  readonly key: string;
}

/** Manages keys for operators (contract 10). Each change writes an audit row in the same transaction. */
@Injectable()
export class KeysService {
  constructor(
    @InjectRepository(PublisherKey) private readonly keys: Repository<PublisherKey>,
    private readonly database: Database,
    private readonly actions: OperatorActions,
  ) {}

  /** Issues a key; only this answer contains its secret. @throws Error if the name breaks a rule */
  issue(request: KeyRequest): Promise<IssuedKey> {
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
    await tx.insert(PublisherKey, {
      id: keyId,
      accountId,
      name: label(name),
      secretHash: hashSecret(secret),
      scopes: orderedScopes(scopes),
      expiresAt: expiresIn === null ? null : () => `clock_timestamp() + ${seconds(expiresIn)}`,
    });
    const row = await this.find(tx, keyId);
    await this.record(tx, 'keys issue', row, { scopes: row.scopes, expiresAt: row.expiresAt });
    return issued(row, key);
  }

  /** Lists the keys of an account, oldest first, including revoked and expired keys. */
  list(accountId: string): Promise<KeyFacts[]> {
    return this.keys.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /**
   * Revokes a key. Every process refuses the key within 1 s. A second revocation does not change the key.
   * @throws Error if there is no such key
   */
  revoke(keyId: string): Promise<KeyFacts> {
    return this.database.transaction(async (tx) => {
      const now = { revokedAt: () => 'clock_timestamp()' };
      await tx.update(PublisherKey, { id: keyId, revokedAt: IsNull() }, now);
      const row = await this.find(tx, keyId);
      await this.record(tx, 'keys revoke', row, {});
      return row;
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
      const locked = tx
        .createQueryBuilder(PublisherKey, 'k')
        .addSelect('k.successorId')
        .where({ id: keyId })
        .setLock('for_no_key_update');
      const old = await locked.getOne();
      if (!old) throw keyNotFound(keyId);
      if (!(await locked.andWhere(LIVE_KEY).getOne())) throw keyEnded(keyId);
      if (old.successorId !== null) throw keyRotated(keyId, old.successorId);
      const { accountId, name, scopes, expiresAt } = old;
      const secretHash = hashSecret(secret);
      await tx.insert(PublisherKey, {
        id: newKeyId,
        accountId,
        name,
        scopes,
        expiresAt,
        secretHash,
      });
      const end = () => `least(expires_at, ${NOW} + ${seconds(grace)})`;
      await tx.update(PublisherKey, { id: keyId }, { expiresAt: end, successorId: newKeyId });
      await this.record(tx, 'keys rotate', old, { newKeyId, graceSeconds: grace });
      return issued(await this.find(tx, newKeyId), key);
    });
  }

  private async find(tx: EntityManager, keyId: string): Promise<PublisherKey> {
    const key = await tx.findOneBy(PublisherKey, { id: keyId });
    if (!key) throw keyNotFound(keyId);
    return key;
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

/**
 * The time in milliseconds, the precision of the column. PostgreSQL would round the time. If the time were rounded up, a
 * key that must end now would stay live for a moment.
 */
const NOW = `date_trunc('milliseconds', clock_timestamp())`;

const seconds = (number: number): string => `make_interval(secs => ${number})`;

const issued = (
  { revokedAt: _, lastUsedAt: __, ...row }: PublisherKey,
  key: string,
): IssuedKey => ({ ...row, key });
