import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchEntry, WorkingEntry } from './search-entry.entity.js';
import { SearchRepository } from './search.repository.js';
import { SearchWordsService } from './search-words.service.js';
import { SearchService } from './search.service.js';

/** The full-text index of what is released. */
@Module({
  imports: [TypeOrmModule.forFeature([SearchEntry, WorkingEntry])],
  providers: [SearchRepository, SearchService, SearchWordsService],
  exports: [SearchService, SearchWordsService],
})
export class SearchModule {}
