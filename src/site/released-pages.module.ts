import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DocumentFiles } from './document-files.service.js';
import { KeptPage } from './kept-page.entity.js';
import { ReleasedDocuments } from './released-documents.service.js';
import { ReleasedPage } from './released-page.entity.js';
import { ReleasedPagesRepository } from './released-pages.repository.js';
import { ReleasedPagesService } from './released-pages.service.js';
import { ReleasedTag } from './released-tag.entity.js';

/** The released pages without their controllers: what a process needs that only releases. */
@Module({
  imports: [TypeOrmModule.forFeature([KeptPage, ReleasedPage, ReleasedTag])],
  providers: [DocumentFiles, ReleasedDocuments, ReleasedPagesRepository, ReleasedPagesService],
  exports: [DocumentFiles, ReleasedDocuments, ReleasedPagesService],
})
export class ReleasedPagesModule {}
