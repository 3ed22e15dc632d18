import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RevisionsModule } from '../publications/revisions.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { SearchModule } from '../search/search.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { PreparationService } from './preparation.service.js';
import { Reindexing } from './reindexing.service.js';
import { ReleaseSteps } from './release-steps.service.js';
import { ReleasesRepository } from './releases.repository.js';
import { WithdrawalsService } from './withdrawals.service.js';
import { WorkingIndex } from './working-index.service.js';

/** What an operator needs to index documents and to take them down; no worker. */
@Module({
  imports: [
    AuditModule,
    ReleasesModule,
    RevisionsModule,
    RenderingModule,
    SearchModule,
    ReleasedPagesModule,
  ],
  providers: [
    PreparationService,
    Reindexing,
    ReleaseSteps,
    ReleasesRepository,
    WithdrawalsService,
    WorkingIndex,
  ],
  exports: [Reindexing, WithdrawalsService],
})
export class OperatorsPublishingModule {}
