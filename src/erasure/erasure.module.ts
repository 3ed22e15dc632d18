import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SearchModule } from '../search/search.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { Erasure } from './erasure.entity.js';
import { ErasingService } from './erasing.service.js';
import { ErasuresService } from './erasures.service.js';

@Module({
  imports: [AuditModule, ReleasedPagesModule, SearchModule, TypeOrmModule.forFeature([Erasure])],
  providers: [ErasingService, ErasuresService],
  exports: [ErasingService, ErasuresService],
})
export class ErasureModule {}
