import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { run } from '../platform/database/connection.js';
import { Database } from '../platform/database/database.js';
import { COMMIT_AT_ONCE, type Statement } from '../platform/database/statement.js';
import { NO_ID } from '../platform/ids/ids.js';
import type { Principal } from './actor.js';
import { keyNotFound } from './keys.errors.js';
import { PublisherKey } from './publisher-key.entity.js';
import type { Scope } from './scope.js';
import { LIVE_KEY } from './live-key.sql.js';

/** The facts about a key and its account that authentication reads for a key id. */
export interface KeyRecord extends Principal {
  readonly secretHash: Buffer;
  /** Whether the key exists, and is neither revoked nor expired. */
  readonly live: boolean;
}

/** Values in the record of an unknown key id. No account has the id `NOBODY`, and no secret has the hash `NO_HASH`. */
const NOBODY = `'${NO_ID}'::uuid`;
const NO_HASH = String.raw`'\x${'00'.repeat(32)}'::bytea`;

// Does the same work for an unknown id as for a known id. With less work, an unknown id would be refused 50 µs earlier
// than a wrong secret. This difference would reveal which ids exist.
const FIND_RECORD: Statement = {
  name: 'key_record',
  text: `
    SELECT asked.id AS "keyId", coalesce(k.secret_hash, ${NO_HASH}) AS "secretHash",
           coalesce(k.scopes, '{}') AS scopes, k.id IS NOT NULL AND ${LIVE_KEY} AS live,
           coalesce(a.id, ${NOBODY}) AS "accountId", coalesce(a.name, '') AS "accountName",
           coalesce(a.status = 'suspended', false) AS suspended,
           coalesce(a.release_rule, 'any-key') AS "releaseRule"
      FROM (SELECT $1::text AS id) asked
      LEFT JOIN publisher_key k ON k.id = asked.id
      LEFT JOIN account a ON a.id = coalesce(k.account_id, ${NOBODY})`,
};

const INSERT: Statement = {
  name: 'key_insert',
  text: `
    INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes, expires_at)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))`,
};

const INSERT_SUCCESSOR: Statement = {
  name: 'key_insert_successor',
  text: `
    INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes, expires_at)
    SELECT $2, account_id, name, $3, scopes, expires_at FROM publisher_key WHERE id = $1`,
};

const LOCK: Statement = {
  name: 'key_lock',
  text: `SELECT ${LIVE_KEY} AS live FROM publisher_key k WHERE k.id = $1 FOR NO KEY UPDATE`,
};

// Truncates the time to milliseconds, the precision of the column. PostgreSQL would round the time. If the time were
// rounded up, a key that must end now would stay live for a moment.
const END_AFTER: Statement = {
  name: 'key_end_after',
  text: `
    UPDATE publisher_key
       SET expires_at = least(
             expires_at,
             date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2)
           ),
           successor_id = $3
     WHERE id = $1`,
};

const REVOKE: Statement = {
  name: 'key_revoke',
  text: `
    UPDATE publisher_key SET revoked_at = coalesce(revoked_at, clock_timestamp())
     WHERE id = $1`,
};

// Writes the time of use at most once a minute for each key, however many processes run. ORDER BY makes all processes
// lock the keys in the same order, which prevents deadlocks.
const TOUCH: Statement = {
  name: 'key_touch',
  text: `
    WITH at_once AS (${COMMIT_AT_ONCE})
    UPDATE publisher_key SET last_used_at = clock_timestamp()
      FROM at_once
     WHERE id IN (
       SELECT id FROM publisher_key
        WHERE id = ANY ($1)
          AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')
        ORDER BY id FOR NO KEY UPDATE
     )`,
};

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  /** Seconds from now until the key expires; `null` for a key without expiry. */
  readonly expiresIn: number | null;
}

@Injectable()
export class KeysRepository {
  constructor(
    @InjectRepository(PublisherKey) private readonly keys: Repository<PublisherKey>,
    private readonly database: Database,
  ) {}

  /** Reads the keys of an account, oldest first. */
  ofAccount(accountId: string): Promise<PublisherKey[]> {
    return this.keys.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws Error if there is no such key */
  async find(tx: EntityManager, keyId: string): Promise<PublisherKey> {
    const key = await tx.findOneBy(PublisherKey, { id: keyId });
    if (!key) throw keyNotFound(keyId);
    return key;
  }

  /** Reads key and account in one query. For an unknown id, returns a record that is not live. */
  async findRecord(keyId: string): Promise<KeyRecord> {
    const [record] = await this.database.rows<KeyRecord>(FIND_RECORD, [keyId]);
    return record!;
  }

  async insert(tx: EntityManager, key: NewKey): Promise<void> {
    const { id, accountId, name, secretHash, scopes, expiresIn } = key;
    await run(tx, INSERT, [id, accountId, name, secretHash, scopes, expiresIn]);
  }

  /** Adds a key with the account, name, scopes and expiry of the old key. */
  async insertSuccessor(
    tx: EntityManager,
    oldKeyId: string,
    key: Pick<NewKey, 'id' | 'secretHash'>,
  ): Promise<void> {
    await run(tx, INSERT_SUCCESSOR, [oldKeyId, key.id, key.secretHash]);
  }

  /** Locks the key until the end of `tx`. Returns whether the key is live. Returns `false` for an unknown id, too. */
  async lockLive(tx: EntityManager, keyId: string): Promise<boolean> {
    const [row] = await run<{ live: boolean }>(tx, LOCK, [keyId]);
    return row?.live === true;
  }

  /** Stores the successor of a key. The key then expires in `seconds`, or at its own expiry if that is earlier. */
  async endAfter(
    tx: EntityManager,
    keyId: string,
    seconds: number,
    successorId: string,
  ): Promise<void> {
    await run(tx, END_AFTER, [keyId, seconds, successorId]);
  }

  /** Revokes a key. If the key is revoked already, its time of revocation does not change. */
  async revoke(tx: EntityManager, keyId: string): Promise<void> {
    await run(tx, REVOKE, [keyId]);
  }

  async touch(keyIds: readonly string[]): Promise<void> {
    await this.database.rows(TOUCH, [keyIds]);
  }
}
