import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { DeskSession } from './desk-session.entity.js';
import { DeskSessionsService } from './desk-sessions.service.js';

/** Provides desk sessions to the desk and to operator commands. */
@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([DeskSession])],
  providers: [DeskSessionsService],
  exports: [DeskSessionsService],
})
export class DeskSessionsModule {}
