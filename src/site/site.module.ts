import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { AssetsController } from './assets.controller.js';
import { ListedPagesRepository } from './listed-pages.repository.js';
import { ListsController } from './lists.controller.js';
import { ListsService } from './lists.service.js';
import { PagesController } from './pages.controller.js';
import { PagesService } from './pages.service.js';
import { ReleasedPagesModule } from './released-pages.module.js';
import { SearchPagesService } from './search-pages.service.js';
import { SearchController } from './search.controller.js';

/** The public site (CONTRACT 9). */
@Module({
  imports: [ReleasedPagesModule, SearchModule],
  controllers: [AssetsController, SearchController, ListsController, PagesController],
  providers: [ListedPagesRepository, ListsService, PagesService, SearchPagesService],
  exports: [ReleasedPagesModule],
})
export class SiteModule {}
