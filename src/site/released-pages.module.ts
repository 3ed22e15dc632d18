import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReleasedDocuments } from './released-documents.service.js';
import { ReleasedPage } from './released-page.entity.js';
import { ReleasedPagesRepository } from './released-pages.repository.js';
import { ReleasedPagesService } from './released-pages.service.js';
import { ReleasedTag } from './released-tag.entity.js';

/** The released pages without their doors: what a process needs that only releases. */
@Module({
  imports: [TypeOrmModule.forFeature([ReleasedPage, ReleasedTag])],
  providers: [ReleasedDocuments, ReleasedPagesRepository, ReleasedPagesService],
  exports: [ReleasedDocuments, ReleasedPagesService],
})
export class ReleasedPagesModule {}
