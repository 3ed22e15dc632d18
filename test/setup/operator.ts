import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { generateKey, hashSecret } from '../../src/keys/key-secret.js';
import { Cli, LastingCli } from './cli.js';
import { sql } from './sql.js';

type Scope = 'read' | 'write' | 'publish';

/** The options of a test key. Without `account`, the key belongs to a new account. */
export interface KeyWish {
  /** Default: all scopes. */
  readonly scopes?: readonly Scope[];
  /** The id of an existing account. */
  readonly account?: string;
  /** The plan of the new account. */
  readonly plan?: 'free' | 'upgraded';
  /** Maximum number of writes a day. This number replaces the limit of the plan. */
  readonly limit?: number;
}

/** A key, and the account that owns the key. */
export interface TestKey {
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;
}

/** An approver, and the key with which the person signs in at the desk. */
export interface TestApprover {
  readonly approverId: string;
  readonly key: string;
}

/** Stores an approver as `approvers add` does, but without an audit entry. */
export async function addApprover(
  databaseUrl: string,
  accountId: string,
  name = 'Ada Example',
): Promise<TestApprover> {
  const { keyId: approverId, secret, key } = generateKey('person');
  await sql(
    databaseUrl,
    'INSERT INTO approver (id, account_id, name, secret_hash) VALUES ($1, $2, $3, $4)',
    [approverId, accountId, name, hashSecret(secret)],
  );
  return { approverId, key };
}

/** The command lines of this test file on the databases of the shared services, which nobody drops meanwhile. */
const lasting = new Map<string, LastingCli>();

/** Carries out one operator command on a database, and returns the JSON document that the command writes. */
export function operator<T>(databaseUrl: string, ...words: string[]): Promise<T> {
  const settings = { DATABASE_URL: databaseUrl };
  const isShared = [inject('all'), inject('api')].some((each) => each.databaseUrl === databaseUrl);
  if (!isShared) return new Cli(settings).json<T>(...words);
  const cli = lasting.get(databaseUrl) ?? new LastingCli(settings);
  lasting.set(databaseUrl, cli);
  return cli.json<T>(...words);
}

/** Closes the services of the commands on shared databases. */
export async function closeOperators(): Promise<void> {
  await Promise.all([...lasting.values()].map((cli) => cli.close()));
  lasting.clear();
}

/**
 * Stores a key as the operator commands do, but without an audit entry. If `wish.account` is absent, also stores a new
 * account.
 */
export async function issueKey(databaseUrl: string, wish: KeyWish = {}): Promise<TestKey> {
  const { plan = 'free', limit = null, scopes = ['read', 'write', 'publish'] } = wish;
  const accountId = wish.account ?? randomUUID();
  const { keyId, secret, key } = generateKey('program');
  await sql(
    databaseUrl,
    `WITH owner AS (
       INSERT INTO account (id, name, plan, daily_write_limit, status)
       SELECT $1, 'Someone', $2, $3, 'active' WHERE $4
     )
     INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes)
     VALUES ($5, $1, 'test', $6, $7)`,
    [accountId, plan, limit, wish.account === undefined, keyId, hashSecret(secret), scopes],
  );
  return { key, keyId, accountId };
}
