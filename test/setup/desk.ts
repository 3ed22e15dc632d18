import { type Client, client } from './client.js';
import { freshDatabase } from './fresh-database.js';
import { issueKey } from './operator.js';
import { startService } from './service.js';

/** The whole of a service with its database, and an account that may do everything. */
export interface Desk {
  readonly url: string;
  readonly databaseUrl: string;
  readonly accountId: string;
  /** Calls with a key of all scopes; its account has units to spare. */
  readonly api: Client;
  /** Calls with another new key: of the account that is given, or of a new one. */
  caller(choices?: Choices): Promise<Caller>;
  close(): Promise<void>;
}

/** What a new key is for, as `issueKey` takes it. */
export type Choices = NonNullable<Parameters<typeof issueKey>[1]>;

export interface Caller {
  readonly api: Client;
  readonly key: string;
  readonly accountId: string;
}

const MANY = 100_000;

/** Starts a real process of the service on a database of its own; one a spec file is enough. */
export async function openDesk(env: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const database = await freshDatabase();
  const service = await startService({ databaseUrl: database.url, env });
  const caller = async (choices: Choices = {}): Promise<Caller> => {
    const { key, accountId } = await issueKey(database.url, choices);
    return { api: client(service.url, key), key, accountId };
  };
  const { api, accountId } = await caller({
    scopes: ['read', 'write', 'publish'],
    limit: MANY,
  });
  return {
    url: service.url,
    databaseUrl: database.url,
    accountId,
    api,
    caller,
    close: async () => {
      await service.stop();
      await database.drop();
    },
  };
}
