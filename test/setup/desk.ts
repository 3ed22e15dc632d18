import { inject } from 'vitest';
import { type Client, client } from './client.js';
import { freshDatabase } from './fresh-database.js';
import { issueKey, type KeyWish } from './operator.js';
import { startService } from './service.js';

/** A client, its key, and the account of the key. */
export interface Caller {
  readonly api: Client;
  readonly key: string;
  readonly accountId: string;
}

/** A service, its database, and a caller with all scopes and 100,000 units a day. */
export interface SharedDesk extends Caller {
  readonly url: string;
  readonly databaseUrl: string;
  /** Makes a client with a new key. The key belongs to the account in `wish`, or to a new account. */
  caller(wish?: KeyWish): Promise<Caller>;
}

/** A service and its database. No other spec file uses the service or the database. */
export interface Desk extends SharedDesk {
  readonly pid: number;
  /** The log of the service so far. */
  log(): string;
  close(): Promise<void>;
}

/** Two processes of the service on one database. Each process has its own `PUBLIC_BASE_URL`. */
export interface SharedPair extends SharedDesk {
  readonly otherUrl: string;
}

/** An origin that the service of `sharedDesk` allows at its MCP interface. */
export const LISTED_ORIGIN = 'https://assistant.example';

const MANY = 100_000;

/**
 * Makes a new account at the service that spec files share during the whole run. Tests with this account must not check
 * pages that all accounts share, such as the start page. These tests must not use a path that another file may use.
 */
export function sharedDesk(): Promise<SharedDesk> {
  const { urls, databaseUrl } = inject('all');
  return deskAt(urls[0]!, databaseUrl);
}

/**
 * Does the same as `sharedDesk` for two processes without a worker. Without a worker, an accepted release stays in
 * flight.
 */
export async function sharedPair(): Promise<SharedPair> {
  const { urls, databaseUrl } = inject('api');
  return { ...(await deskAt(urls[0]!, databaseUrl)), otherUrl: urls[1]! };
}

/** Starts a process of the service on a new database, for tests that cannot use `sharedDesk`. */
export async function openDesk(env: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const database = await freshDatabase();
  const service = await startService({ databaseUrl: database.url, env });
  return {
    ...(await deskAt(service.url, database.url)),
    pid: service.pid,
    log: () => service.output(),
    close: async () => {
      await service.stop();
      await database.drop();
    },
  };
}

async function deskAt(url: string, databaseUrl: string): Promise<SharedDesk> {
  const caller = async (wish?: KeyWish): Promise<Caller> => {
    const { key, accountId } = await issueKey(databaseUrl, wish);
    return { api: client(url, key), key, accountId };
  };
  return { url, databaseUrl, caller, ...(await caller({ limit: MANY })) };
}
