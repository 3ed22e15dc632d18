import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DeskSessionsService } from './desk-sessions.service.js';

/** Provides desk sessions to the desk and to operator commands. */
@Module({
  imports: [AuditModule],
  providers: [DeskSessionsService],
  exports: [DeskSessionsService],
})
export class DeskSessionsModule {}
