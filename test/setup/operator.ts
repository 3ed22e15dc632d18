import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CLI = join(import.meta.dirname, '../../dist/src/cli.js');
const run = promisify(execFile);

type Scope = 'read' | 'write' | 'publish';

/** What a key for a test shall be; without `account`, of a new account. */
export interface KeyWish {
  /** All of them unless named. */
  readonly scopes?: readonly Scope[];
  /** The id of an account. */
  readonly account?: string;
  /** Of the new account. */
  readonly plan?: 'free' | 'upgraded';
  /** Writes a day, in place of the plan's. */
  readonly limit?: number;
}

/** A key, and whose it is. */
export interface TestKey {
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;
}

/**
 * Runs one operator command on a database and returns its JSON document; about a second.
 * Rejects with `code` and `stderr` when it is refused.
 */
export async function operator<T>(databaseUrl: string, ...words: string[]): Promise<T> {
  const { stdout } = await run(process.execPath, [CLI, '--json', ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl },
  });
  return JSON.parse(stdout) as T;
}

/** Issues a key as an operator does. */
export async function issueKey(databaseUrl: string, wish: KeyWish = {}): Promise<TestKey> {
  const accountId = wish.account ?? (await newAccount(databaseUrl, wish.plan ?? 'free'));
  if (wish.limit !== undefined) {
    await operator(databaseUrl, 'accounts', 'set-limit', accountId, String(wish.limit));
  }
  const scopes = (wish.scopes ?? ['read', 'write', 'publish']).join(',');
  const { id, key } = await operator<{ id: string; key: string }>(
    databaseUrl,
    ...['keys', 'issue', '--account', accountId, '--name', 'test', '--scopes', scopes],
  );
  return { key, keyId: id, accountId };
}

async function newAccount(databaseUrl: string, plan: string): Promise<string> {
  const { id } = await operator<{ id: string }>(
    databaseUrl,
    ...['accounts', 'create', '--name', 'Someone', '--plan', plan],
  );
  return id;
}
