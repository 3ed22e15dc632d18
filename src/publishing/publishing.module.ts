import { Module } from '@nestjs/common';
import { LifecycleModule } from '../platform/lifecycle/lifecycle.module.js';
import { RevisionsModule } from '../publications/revisions.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { SearchModule } from '../search/search.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { WriteRetentionModule } from '../writes/writes.module.js';
import { Housekeeping } from './housekeeping.service.js';
import { PreparationService } from './preparation.service.js';
import { ReleaseRunner } from './release-runner.service.js';
import { ReleaseSteps } from './release-steps.service.js';
import { ReleaseWorker } from './release-worker.service.js';
import { ReleasesRepository } from './releases.repository.js';
import { WorkingIndex } from './working-index.service.js';
import { WorkingIndexer } from './working-indexer.service.js';

/** The worker's door: what a process needs to release documents (`ROLE=worker` and `all`). */
@Module({
  imports: [
    LifecycleModule,
    ReleasesModule,
    RevisionsModule,
    RenderingModule,
    SearchModule,
    ReleasedPagesModule,
    WriteRetentionModule,
  ],
  providers: [
    Housekeeping,
    PreparationService,
    ReleaseRunner,
    ReleaseSteps,
    ReleaseWorker,
    ReleasesRepository,
    WorkingIndex,
    WorkingIndexer,
  ],
})
export class PublishingModule {}
