import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MetricsModule } from '../platform/metrics/metrics.module.js';
import { QuotaModule } from '../quota/quota.module.js';
import { AcceptedWrite } from './accepted-write.entity.js';
import { AcceptedWritesRepository } from './accepted-writes.repository.js';
import { AcceptedWritesService } from './accepted-writes.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AcceptedWrite]), QuotaModule, MetricsModule],
  providers: [AcceptedWritesService, AcceptedWritesRepository],
  exports: [AcceptedWritesService],
})
export class WritesModule {}
