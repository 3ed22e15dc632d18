import { Module } from '@nestjs/common';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.service.js';

@Module({
  imports: [LifecycleModule],
  controllers: [HealthController],
  providers: [Health],
  exports: [Health],
})
export class HealthModule {}
