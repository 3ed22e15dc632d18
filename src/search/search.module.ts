import { Module } from '@nestjs/common';
import { DraftSearchService } from './draft-search.service.js';
import { SearchPlanner } from './search-planner.service.js';
import { SearchService } from './search.service.js';
import { DraftQueue } from './draft-queue.service.js';
import { SnippetTurns } from './snippet-turns.js';

@Module({
  providers: [DraftSearchService, SearchPlanner, SearchService, DraftQueue, SnippetTurns],
  exports: [DraftSearchService, SearchService, DraftQueue],
})
export class SearchModule {}
