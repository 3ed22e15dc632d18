import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DraftSearchService } from './draft-search.service.js';
import { SearchEntry } from './search-entry.entity.js';
import { SearchPlanner } from './search-planner.service.js';
import { SearchService } from './search.service.js';
import { WorkingAccount, WorkingClaim, WorkingEntry } from './working-entry.entity.js';
import { WorkingQueue } from './working-queue.service.js';

/** The full-text indexes: of what is released, and of the working revisions of each account. */
@Module({
  imports: [TypeOrmModule.forFeature([SearchEntry, WorkingEntry, WorkingClaim, WorkingAccount])],
  providers: [DraftSearchService, SearchPlanner, SearchService, WorkingQueue],
  exports: [DraftSearchService, SearchService, WorkingQueue],
})
export class SearchModule {}
