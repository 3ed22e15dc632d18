import { Module } from '@nestjs/common';
import { DraftIndex } from './draft-index.service.js';
import { DraftIndexer } from './draft-indexer.service.js';
import { ReleasesModule } from './releases.module.js';
import { RenderJobs } from './render-jobs.service.js';
import { RevisionsService } from './revisions.service.js';

/** The words of revisions, and the index of working revisions, without the indexing after writes. */
@Module({
  providers: [RenderJobs, DraftIndex, RevisionsService],
  exports: [RenderJobs, DraftIndex, RevisionsService],
})
export class DraftIndexModule {}

/** The indexing of working revisions after writes, and its sweep. */
@Module({
  imports: [DraftIndexModule, ReleasesModule],
  providers: [DraftIndexer],
})
export class DraftIndexerModule {}
