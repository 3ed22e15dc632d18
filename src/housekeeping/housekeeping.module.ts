import { Module } from '@nestjs/common';
import { PictureRetention } from '../pictures/picture-retention.service.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { WriteRetentionService } from '../writes/write-retention.service.js';
import { Housekeeping } from './housekeeping.service.js';

/** Removes what is out of date, in a process that releases documents. */
@Module({
  imports: [PicturesModule],
  providers: [Housekeeping, PictureRetention, WriteRetentionService],
})
export class HousekeepingModule {}
