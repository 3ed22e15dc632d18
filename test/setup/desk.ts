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

/** The whole of a service with its database, and a caller who may do everything, with units to spare. */
export interface Desk extends Caller {
  readonly url: string;
  readonly databaseUrl: string;
  /** Calls with another new key: of the account that is given, or of a new one. */
  caller(wish?: KeyWish): Promise<Caller>;
  /** What the service has logged so far. */
  log(): string;
  close(): Promise<void>;
}

const MANY = 100_000;

/** Starts a real process of the service on a database of its own; one a spec file is enough. */
export async function openDesk(env: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const database = await freshDatabase();
  const [service, main] = await Promise.all([
    startService({ databaseUrl: database.url, env }),
    issueKey(database.url, { limit: MANY }),
  ]);
  return {
    url: service.url,
    databaseUrl: database.url,
    accountId: main.accountId,
    key: main.key,
    api: client(service.url, main.key),
    caller: async (wish) => {
      const { key, accountId } = await issueKey(database.url, wish);
      return { api: client(service.url, key), key, accountId };
    },
    log: () => service.output(),
    close: async () => {
      await service.stop();
      await database.drop();
    },
  };
}
