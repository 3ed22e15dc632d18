import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnSearchRepository } from './own-search.repository.js';
import { OwnSearchService } from './own-search.service.js';
import { SearchEntry } from './search-entry.entity.js';
import { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';
import { WorkingAccount, WorkingClaim, WorkingEntry } from './working-entry.entity.js';
import { WorkingQueue } from './working-queue.service.js';

/** The full-text indexes: of what is released, and of the working revisions of each account. */
@Module({
  imports: [TypeOrmModule.forFeature([SearchEntry, WorkingEntry, WorkingClaim, WorkingAccount])],
  providers: [OwnSearchRepository, OwnSearchService, SearchRepository, SearchService, WorkingQueue],
  exports: [OwnSearchService, SearchService, WorkingQueue],
})
export class SearchModule {}
