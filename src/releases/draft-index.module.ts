import { Module } from '@nestjs/common';
import { RevisionsModule } from '../publications/revisions.module.js';
import { DraftIndex } from './draft-index.service.js';
import { DraftIndexer } from './draft-indexer.service.js';
import { ReleasesModule } from './releases.module.js';
import { RenderJobs } from './render-jobs.service.js';

/** The words of revisions, and the index of working revisions, without the indexing after writes. */
@Module({
  imports: [RevisionsModule],
  providers: [RenderJobs, DraftIndex],
  exports: [RenderJobs, DraftIndex],
})
export class DraftIndexModule {}

/** The indexing of working revisions after writes, and its sweep. */
@Module({
  imports: [DraftIndexModule, ReleasesModule],
  providers: [DraftIndexer],
})
export class DraftIndexerModule {}
