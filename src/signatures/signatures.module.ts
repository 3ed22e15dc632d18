import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { EvidenceService } from './evidence.service.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.service.js';

@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([SigningKey])],
  providers: [EvidenceService, SigningKeys],
  exports: [EvidenceService, SigningKeys],
})
export class SignaturesModule {}
