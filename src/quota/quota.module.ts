import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DailyUsage } from './daily-usage.entity.js';
import { QuotaController } from './quota.controller.js';
import { QuotaService } from './quota.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([DailyUsage])],
  controllers: [QuotaController],
  providers: [QuotaService],
  exports: [QuotaService],
})
export class QuotaModule {}
