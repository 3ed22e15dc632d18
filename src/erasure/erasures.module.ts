import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SearchModule } from '../search/search.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { Erasure } from './erasure.entity.js';
import { ErasingService } from './erasing.service.js';
import { ErasuresService } from './erasures.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Erasure])],
  providers: [ErasuresService],
  exports: [ErasuresService],
})
export class ErasuresModule {}

/** Erases documents and revisions, for operators. */
@Module({
  imports: [AuditModule, ErasuresModule, ReleasedPagesModule, SearchModule],
  providers: [ErasingService],
  exports: [ErasingService, ErasuresModule],
})
export class ErasingModule {}
