import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Account } from './account.entity.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { DailyUsage } from './daily-usage.entity.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Account, ApiKey, DailyUsage])],
  providers: [ApiKeyGuard, UsageService],
  exports: [TypeOrmModule, ApiKeyGuard, UsageService],
})
export class AccountsModule {}
