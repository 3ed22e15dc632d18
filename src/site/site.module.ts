import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { SearchModule } from '../search/search.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { CrawlersService } from './crawlers.service.js';
import { FeedsService } from './feeds.service.js';
import { FilesController } from './files.controller.js';
import { ListsRepository } from './lists.repository.js';
import { ListsService } from './lists.service.js';
import { MissingPages } from './missing-pages.service.js';
import { PagesController } from './pages.controller.js';
import { PagesRepository } from './pages.repository.js';
import { PagesService } from './pages.service.js';
import { ReadingsService } from './readings.service.js';
import { ReleasedPagesModule } from './released-pages.module.js';
import { SearchPagesService } from './search-pages.service.js';
import { SitemapService } from './sitemap.service.js';
import { UnknownAddressFilter } from './error-pages.filter.js';
import { VersionsRepository } from './versions.repository.js';
import { VersionsService } from './versions.service.js';

/** The public site (contract 9). The first matching route answers, so the controller with fixed paths comes first. */
@Module({
  imports: [HttpModule, ReleasedPagesModule, SearchModule],
  controllers: [FilesController, PagesController],
  providers: [
    CrawlersService,
    FeedsService,
    ListsRepository,
    ListsService,
    MissingPages,
    PagesRepository,
    PagesService,
    ReadingsService,
    SearchPagesService,
    SitemapService,
    VersionsRepository,
    VersionsService,
    { provide: APP_FILTER, useClass: UnknownAddressFilter },
  ],
  exports: [ReadingsService, ReleasedPagesModule],
})
export class SiteModule {}
