import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperatorAction } from './operator-action.entity.js';
import { OperatorActions } from './operator-actions.service.js';

/** Who did what at the shell. */
@Module({
  imports: [TypeOrmModule.forFeature([OperatorAction])],
  providers: [OperatorActions],
  exports: [OperatorActions],
})
export class AuditModule {}
