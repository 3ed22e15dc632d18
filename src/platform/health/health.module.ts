import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Health } from './health.service.js';

/** Whether the process is up and ready; a process without an API serves it at the metrics address. */
@Module({ controllers: [HealthController], providers: [Health], exports: [Health] })
export class HealthModule {}
