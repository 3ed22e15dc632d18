import { Module } from '@nestjs/common';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { ThreadsModule } from '../threads/threads.module.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.service.js';

@Module({
  imports: [LifecycleModule, ThreadsModule],
  controllers: [HealthController],
  providers: [Health],
  exports: [Health],
})
export class HealthModule {}
