import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LifecycleModule } from '../platform/lifecycle/lifecycle.module.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import { ReleaseWaitsService } from './release-waits.service.js';
import { Release, ReleasedRevision } from './release.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Release, ReleasedRevision]), LifecycleModule],
  providers: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
  exports: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
})
export class ReleasesModule {}
