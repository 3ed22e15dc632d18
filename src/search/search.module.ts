import { Module } from '@nestjs/common';
import { DraftSearchService } from './draft-search.service.js';
import { SearchService } from './search.service.js';
import { Snippets } from './snippets.service.js';

@Module({
  providers: [DraftSearchService, SearchService, Snippets],
  exports: [DraftSearchService, SearchService],
})
export class SearchModule {}
