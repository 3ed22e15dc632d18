import { inject } from 'vitest';
import { type Client, client } from './client.js';
import { freshDatabase } from './fresh-database.js';
import { issueKey, type KeyWish } from './operator.js';
import { startService } from './service.js';

/** A key, whose it is, and who calls with it. */
export interface Caller {
  readonly api: Client;
  readonly key: string;
  readonly accountId: string;
}

/** A service with its database, and a caller who may do everything, with units to spare. */
export interface SharedDesk extends Caller {
  readonly url: string;
  readonly databaseUrl: string;
  /** Calls with another new key: of the account that is given, or of a new one. */
  caller(wish?: KeyWish): Promise<Caller>;
}

/** The whole of a service with its database: nobody else calls it. */
export interface Desk extends SharedDesk {
  readonly pid: number;
  /** The log of the service so far. */
  log(): string;
  close(): Promise<void>;
}

/** Two processes of a service on one database, each with a `PUBLIC_BASE_URL` of its own. */
export interface SharedPair extends SharedDesk {
  readonly otherUrl: string;
}

const MANY = 100_000;

/**
 * A new account at the service of the whole run, which other spec files call at the same time: for
 * tests that ask nothing about what all accounts share, such as the start page, and name no path that
 * another file may take.
 */
export function sharedDesk(): Promise<SharedDesk> {
  const { urls, databaseUrl } = inject('all');
  return deskAt(urls[0]!, databaseUrl);
}

/** As `sharedDesk`, with two processes and no worker: a publish stays in flight. */
export async function sharedPair(): Promise<SharedPair> {
  const { urls, databaseUrl } = inject('api');
  return { ...(await deskAt(urls[0]!, databaseUrl)), otherUrl: urls[1]! };
}

/** Starts a real process of the service on a database of its own, where `sharedDesk` will not do. */
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
