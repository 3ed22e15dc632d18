import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { RevisionsModule } from '../publications/revisions.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { SearchModule } from '../search/search.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { WithdrawalsService } from './withdrawals.service.js';

/** What an operator needs to take documents down; no worker. */
@Module({
  imports: [AuditModule, ReleasesModule, RevisionsModule, SearchModule, ReleasedPagesModule],
  providers: [WithdrawalsService],
  exports: [WithdrawalsService],
})
export class WithdrawalsModule {}
