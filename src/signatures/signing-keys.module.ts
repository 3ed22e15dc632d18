import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { SigningKey } from './signing-key.entity.js';
import { SigningKeys } from './signing-keys.service.js';

@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([SigningKey])],
  providers: [SigningKeys],
  exports: [SigningKeys],
})
export class SigningKeysModule {}
