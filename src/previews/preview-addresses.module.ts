import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';

/** The part of previews that whoever gives out their addresses needs: no page, no rendering. */
@Module({
  imports: [AuditModule],
  providers: [PreviewAddresses],
  exports: [PreviewAddresses],
})
export class PreviewAddressesModule {}
