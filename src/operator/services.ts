import { type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsService } from '../accounts/accounts.service.js';
import { KeysService } from '../keys/keys.service.js';
import { WithdrawalsService } from '../publishing/withdrawals.service.js';
import { QuotaService } from '../quota/quota.service.js';

/** What commands call. */
export interface Services {
  readonly accounts: AccountsService;
  readonly keys: KeysService;
  readonly quota: QuotaService;
  readonly withdrawals: WithdrawalsService;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Starts the services of a module, without a logger: stdout is for the answer alone. */
export async function startServices(module: DynamicModule): Promise<Services> {
  const context = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  return {
    accounts: context.get(AccountsService, { strict: false }),
    keys: context.get(KeysService, { strict: false }),
    quota: context.get(QuotaService, { strict: false }),
    withdrawals: context.get(WithdrawalsService, { strict: false }),
    close: () => context.close(),
  };
}
