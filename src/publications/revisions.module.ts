import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Publication } from './publication.entity.js';
import { RevisionsService } from './revisions.service.js';

/** The part of publications that a worker needs: no interface, no write. */
@Module({
  imports: [TypeOrmModule.forFeature([Publication])],
  providers: [RevisionsService],
  exports: [RevisionsService],
})
export class RevisionsModule {}
