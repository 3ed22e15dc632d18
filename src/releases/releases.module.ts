import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LifecycleModule } from '../platform/lifecycle/lifecycle.module.js';
import { ReleaseJobsService } from './release-jobs.service.js';
import { ReleaseSignals } from './release-signals.js';
import { ReleaseWaitsService } from './release-waits.service.js';
import { Release, ReleasedRevision } from './release.entity.js';

/** The queue of releases: what asks for one, waits for one or counts them. */
@Module({
  imports: [TypeOrmModule.forFeature([Release, ReleasedRevision]), LifecycleModule],
  providers: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
  exports: [ReleaseJobsService, ReleaseSignals, ReleaseWaitsService],
})
export class ReleasesModule {}
