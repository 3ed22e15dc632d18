import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';

/** Issues preview addresses, for modules that neither show nor render previews. */
@Module({
  imports: [AuditModule],
  providers: [PreviewAddresses],
  exports: [PreviewAddresses],
})
export class PreviewAddressesModule {}
