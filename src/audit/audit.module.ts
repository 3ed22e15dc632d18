import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditTrail } from './audit-trail.service.js';
import { OperatorAction } from './operator-action.entity.js';
import { OperatorActions } from './operator-actions.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([OperatorAction])],
  providers: [AuditTrail, OperatorActions],
  exports: [AuditTrail, OperatorActions],
})
export class AuditModule {}
