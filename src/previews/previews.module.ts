import { Module } from '@nestjs/common';
import { AnswersModule } from '../platform/http/answers.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { PreviewWork } from './preview-work.service.js';
import { PreviewedRevisions } from './previewed-revisions.service.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [AnswersModule, PicturesModule],
  controllers: [PreviewsController],
  providers: [PreviewWork, PreviewedRevisions, PreviewsService],
  exports: [PreviewedRevisions],
})
export class PreviewsModule {}
