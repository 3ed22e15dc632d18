import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Publication } from './publication.entity.js';
import { RevisionsService } from './revisions.service.js';

/** Reads publications for the worker and for commands. Has no routes, and writes nothing. */
@Module({
  imports: [TypeOrmModule.forFeature([Publication])],
  providers: [RevisionsService],
  exports: [RevisionsService],
})
export class RevisionsModule {}
