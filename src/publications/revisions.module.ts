import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Publication } from './publication.entity.js';
import { RevisionsService } from './revisions.service.js';

/** Reads of publications for the worker, without an interface and without writes. */
@Module({
  imports: [TypeOrmModule.forFeature([Publication])],
  providers: [RevisionsService],
  exports: [RevisionsService],
})
export class RevisionsModule {}
