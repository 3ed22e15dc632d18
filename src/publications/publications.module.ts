import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ErasureModule } from '../erasure/erasure.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { PreviewsModule } from '../previews/previews.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { SearchModule } from '../search/search.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { WarningsModule } from '../warnings/warnings.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { ContentsService } from './contents.service.js';
import { EditedContents } from './edited-contents.service.js';
import { ContentViews } from './views/content-views.service.js';
import { PublicationListRepository } from './publication-list.repository.js';
import { PublicationListService } from './publication-list.service.js';
import { Publication } from './publication.entity.js';
import { PublicationViewsService } from './views/publication-views.service.js';
import { PublicationPresenter } from './publication.presenter.js';
import { PublicationsController } from './publications.controller.js';
import { PublicationsRepository } from './publications.repository.js';
import { PublicationsService } from './publications.service.js';
import { RevisionChecks } from './revision-checks.service.js';
import { NotedPassages } from './views/noted-passages.service.js';
import { RevisionChanges } from './views/revision-changes.service.js';
import { RevisionReadings } from './views/revision-readings.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Publication]),
    ErasureModule,
    NotesModule,
    PicturesModule,
    PreviewsModule,
    ReleasesModule,
    SearchModule,
    WarningsModule,
    WritesModule,
  ],
  controllers: [PublicationsController],
  providers: [
    ContentsService,
    ContentViews,
    EditedContents,
    NotedPassages,
    PublicationViewsService,
    PublicationListRepository,
    PublicationListService,
    PublicationPresenter,
    PublicationsRepository,
    PublicationsService,
    RevisionChanges,
    RevisionChecks,
    RevisionReadings,
  ],
  exports: [
    ContentsService,
    ContentViews,
    NotedPassages,
    PublicationViewsService,
    PublicationListService,
    PublicationsService,
  ],
})
export class PublicationsModule {}
