import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SearchModule } from '../search/search.module.js';
import { FirstSigningKey } from '../signatures/signing-keys.service.js';
import { SigningKeysModule } from '../signatures/signing-keys.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { Reindexing } from './reindexing.service.js';
import { ReleaseRunner } from './release-runner.service.js';
import { ReleaseSteps } from './release-steps.service.js';
import { ReleaseWorker } from './release-worker.service.js';
import { ReleasesModule } from './releases.module.js';
import { WithdrawalsService } from './withdrawals.service.js';
import { DraftIndexModule } from './draft-index.module.js';

/** The steps of a release, and operations on released documents, without the loops that claim jobs. */
@Module({
  imports: [
    AuditModule,
    ReleasesModule,
    SearchModule,
    ReleasedPagesModule,
    SigningKeysModule,
    DraftIndexModule,
  ],
  providers: [Reindexing, ReleaseSteps, WithdrawalsService],
  exports: [Reindexing, ReleaseSteps, SearchModule, WithdrawalsService, DraftIndexModule],
})
export class ReleaseStepsModule {}

/** Everything that releases documents (`ROLE=worker` and `all`). */
@Module({
  imports: [ReleasedPagesModule, ReleasesModule, ReleaseStepsModule, SigningKeysModule],
  providers: [FirstSigningKey, ReleaseRunner, ReleaseWorker],
})
export class ReleaseWorkerModule {}
