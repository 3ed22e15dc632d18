import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LiveActorsModule } from '../keys/live-actors.module.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import { ReleaseWaitsService } from './release-waits.service.js';
import { Release } from './release.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Release]), LiveActorsModule],
  providers: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
  exports: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
})
export class ReleasesModule {}
