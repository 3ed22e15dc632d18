import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { DeskSession } from './desk-session.entity.js';
import { DeskSessionsService } from './desk-sessions.service.js';

/** Who is signed in at the desk: for the desk, and for operators. */
@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([DeskSession])],
  providers: [DeskSessionsService],
  exports: [DeskSessionsService],
})
export class DeskSessionsModule {}
