import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { NotesModule } from '../notes/notes.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { PreviewsModule } from '../previews/previews.module.js';
import { PublicationsModule } from '../publications/publications.module.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { DeskSessionsModule } from './desk-sessions.module.js';
import { CorrectionsService } from './corrections.service.js';
import { DeskController } from './desk.controller.js';
import { DeskFeedService } from './desk-feed.service.js';
import { DeskGuard } from './desk.guard.js';
import { DeskPagesService } from './desk-pages.service.js';
import { DeskNotesService } from './desk-notes.service.js';
import { DeskService } from './desk.service.js';

/** The desk with its routes, for processes that answer requests. */
@Module({
  imports: [
    DeskSessionsModule,
    KeysModule,
    NotesModule,
    PicturesModule,
    PreviewsModule,
    PublicationsModule,
  ],
  controllers: [DeskController],
  providers: [
    CorrectionsService,
    DeskFeedService,
    DeskGuard,
    DeskNotesService,
    DeskPagesService,
    DeskService,
    ReviewsService,
  ],
})
export class DeskModule {}
