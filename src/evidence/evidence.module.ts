import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { SigningKeysModule } from '../signatures/signing-keys.module.js';
import { EvidenceService } from './evidence.service.js';

/** Evidence for auditors, written by operators. */
@Module({
  imports: [AuditModule, SigningKeysModule],
  providers: [EvidenceService],
  exports: [EvidenceService],
})
export class EvidenceModule {}
