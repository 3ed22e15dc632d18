import 'reflect-metadata';
import { CliModule } from '../src/cli.module.js';
import { startServices } from '../src/operator/command-context.js';
import { readConfig } from '../src/platform/config/config.js';

const NO_LIMIT = 1_000_000_000;

/** The account and key of the load. */
export interface Caller {
  readonly accountId: string;
  readonly key: string;
}

/** Creates an account without a daily limit, and a key with every scope. */
export async function callerOf(databaseUrl: string): Promise<Caller> {
  const services = await startServices(CliModule.register(readConfig({}), databaseUrl));
  const { id: accountId } = await services.accounts.create('Bench', 'free');
  await services.accounts.change('accounts set-limit', accountId, { dailyWriteLimit: NO_LIMIT });
  const scopes = ['read', 'write', 'publish'] as const;
  const { key } = await services.keys.issue({ accountId, name: 'bench', scopes, expiresIn: null });
  await services.close();
  return { accountId, key };
}
