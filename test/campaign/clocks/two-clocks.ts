import { addApprover, issueKey } from '../../setup/operator.js';
import { freshDatabase } from '../../setup/fresh-database.js';
import { clockAhead } from '../../setup/moved-clock.js';
import { type Service, startService } from '../../setup/service.js';

/** Two processes of the service on one database. The clock of the first process is an hour ahead of the other clock. */
export interface TwoClocks {
  readonly urls: readonly [ahead: string, right: string];
  readonly databaseUrl: string;
  /** `Origin` of forms: both processes have the same `PUBLIC_BASE_URL`. */
  readonly origin: string;
  readonly accountId: string;
  readonly key: string;
  readonly approvers: readonly { readonly name: string; readonly key: string }[];
  close(): Promise<void>;
}

export async function openTwoClocks(): Promise<TwoClocks> {
  const database = await freshDatabase();
  const origin = 'https://docs.example.org';
  const start = (more: Readonly<Record<string, string>>): Promise<Service> => {
    const env = { PUBLIC_BASE_URL: origin, RATE_LIMIT_PER_MINUTE: '0', ...more };
    return startService({ databaseUrl: database.url, env });
  };
  const right = await start({});
  const ahead = await start({ NODE_OPTIONS: clockAhead(3_600_000) });
  const { key, accountId } = await issueKey(database.url, { limit: 10_000_000 });
  const approvers = await Promise.all(
    ['Ada Example', 'Grace Example'].map(async (name) => ({
      name,
      key: (await addApprover(database.url, accountId, name)).key,
    })),
  );
  return {
    urls: [ahead.url, right.url],
    databaseUrl: database.url,
    origin,
    accountId,
    key,
    approvers,
    close: async () => {
      await Promise.all([ahead.stop(), right.stop()]);
      await database.drop();
    },
  };
}
