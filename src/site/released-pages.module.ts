import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ThreadsModule } from '../platform/threads/threads.module.js';
import { DocumentFilesService } from './document-files.service.js';
import { FeedFiles } from './feed-files.service.js';
import { FeedsRepository } from './feeds.repository.js';
import { ReleasedDocuments } from './released-documents.service.js';
import { ReleasedPage } from './released-page.entity.js';
import { ReleasedPagesRepository } from './released-pages.repository.js';
import { ReleasedPagesService } from './released-pages.service.js';

/**
 * The services of the released pages. This module has no controllers, because processes that do not serve the site also
 * import this module.
 */
@Module({
  imports: [ThreadsModule, TypeOrmModule.forFeature([ReleasedPage])],
  providers: [
    DocumentFilesService,
    FeedFiles,
    FeedsRepository,
    ReleasedDocuments,
    ReleasedPagesRepository,
    ReleasedPagesService,
  ],
  exports: [DocumentFilesService, FeedFiles, ReleasedDocuments, ReleasedPagesService],
})
export class ReleasedPagesModule {}
