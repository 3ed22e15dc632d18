import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';
import { PreviewSecret } from './preview-secret.entity.js';

/** The part of previews that whoever gives out their addresses needs: no page, no rendering. */
@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([PreviewSecret])],
  providers: [PreviewAddresses],
  exports: [PreviewAddresses],
})
export class PreviewAddressesModule {}
