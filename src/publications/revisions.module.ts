import { Module } from '@nestjs/common';
import { RevisionsService } from './revisions.service.js';

/** The part of publications that a worker needs: no interface, no write. */
@Module({
  providers: [RevisionsService],
  exports: [RevisionsService],
})
export class RevisionsModule {}
