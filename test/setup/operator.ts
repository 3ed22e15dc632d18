import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliModule } from '../../src/cli.module.js';
import { startServices } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';

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

/** Issues a key by the services that the operator's commands call: a command takes a second each. */
export async function issueKey(databaseUrl: string, wish: KeyWish = {}): Promise<TestKey> {
  const services = await startServices(CliModule.register(readConfig({}), databaseUrl));
  const { accounts, keys } = services;
  const { plan = 'free', limit, scopes = ['read', 'write', 'publish'] } = wish;
  const accountId = wish.account ?? (await accounts.create('Someone', plan)).id;
  if (limit !== undefined) await accounts.setLimit(accountId, limit);
  const { id, key } = await keys.issue({ accountId, name: 'test', scopes, expiresIn: null });
  await services.close();
  return { key, keyId: id, accountId };
}
