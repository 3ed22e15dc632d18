import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { PicturesController, PublicPicturesController } from './pictures.controller.js';
import { PicturesModule } from './pictures.module.js';
import { UploadGuard } from './upload.guard.js';

/** The routes of pictures, for a process that answers requests. */
@Module({
  imports: [KeysModule, PicturesModule],
  controllers: [PicturesController, PublicPicturesController],
  providers: [UploadGuard],
})
export class PictureRoutesModule {}
