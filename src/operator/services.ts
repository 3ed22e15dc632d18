import { type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsService } from '../accounts/accounts.service.js';
import { KeysService } from '../keys/keys.service.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { PublicationWalk } from '../publications/publication-walk.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import { RevisionsService } from '../publications/revisions.service.js';
import { Reindexing } from '../publishing/reindexing.service.js';
import { WithdrawalsService } from '../publishing/withdrawals.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { ReleaseJobsService } from '../releases/release-jobs.service.js';
import { ExportsService } from '../transfer/exports.service.js';
import { ImportsService } from '../transfer/imports.service.js';

/** What commands call. */
export interface Services {
  readonly accounts: AccountsService;
  readonly keys: KeysService;
  readonly quota: QuotaService;
  readonly publications: PublicationsService;
  readonly publicationWalk: PublicationWalk;
  readonly revisions: RevisionsService;
  readonly releaseJobs: ReleaseJobsService;
  readonly reindexing: Reindexing;
  readonly withdrawals: WithdrawalsService;
  readonly imports: ImportsService;
  readonly exports: ExportsService;
  readonly audit: AuditTrail;
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
    publications: context.get(PublicationsService, { strict: false }),
    publicationWalk: context.get(PublicationWalk, { strict: false }),
    revisions: context.get(RevisionsService, { strict: false }),
    releaseJobs: context.get(ReleaseJobsService, { strict: false }),
    reindexing: context.get(Reindexing, { strict: false }),
    withdrawals: context.get(WithdrawalsService, { strict: false }),
    imports: context.get(ImportsService, { strict: false }),
    exports: context.get(ExportsService, { strict: false }),
    audit: context.get(AuditTrail, { strict: false }),
    close: () => context.close(),
  };
}
