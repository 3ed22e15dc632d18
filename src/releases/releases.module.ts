import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SearchModule } from '../search/search.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { DraftIndex } from './draft-index.service.js';
import { Reindexing } from './reindexing.service.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import { ReleaseSteps } from './release-steps.service.js';
import { ReleaseWaitsService } from './release-waits.service.js';
import { RenderJobs } from './render-jobs.service.js';
import { RevisionsService } from './revisions.service.js';
import { WithdrawalsService } from './withdrawals.service.js';

const STEPS = [
  DraftIndex,
  Reindexing,
  ReleaseJobsService,
  ReleaseSignals,
  ReleaseSteps,
  ReleaseWaitsService,
  RenderJobs,
  RevisionsService,
  WithdrawalsService,
];

/** The jobs and steps of releases, without the loops that claim jobs. */
@Module({
  imports: [AuditModule, KeysModule, ReleasedPagesModule, SearchModule, SignaturesModule],
  providers: STEPS,
  exports: STEPS,
})
export class ReleasesModule {}
