import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { DeskSession } from './desk-session.entity.js';
import { DeskSessionsService } from './desk-sessions.service.js';

/** Sessions of the desk, for the desk and for operators. */
@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([DeskSession])],
  providers: [DeskSessionsService],
  exports: [DeskSessionsService],
})
export class DeskSessionsModule {}
