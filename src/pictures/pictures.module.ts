import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeysModule } from '../keys/keys.module.js';
import { PictureDecoder } from './picture-decoder.service.js';
import { PictureFiles } from './picture-files.service.js';
import { Picture, PictureFile } from './picture.entity.js';
import { PicturesRepository } from './pictures.repository.js';
import { PicturesService } from './pictures.service.js';
import { UploadAddresses } from './upload-addresses.service.js';

/** Pictures, for every process that accepts or shows pictures. */
@Module({
  imports: [KeysModule, TypeOrmModule.forFeature([Picture, PictureFile])],
  providers: [PictureDecoder, PictureFiles, PicturesRepository, PicturesService, UploadAddresses],
  exports: [PictureFiles, PicturesRepository, PicturesService, UploadAddresses],
})
export class PicturesModule {}
