import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';

/** Issues preview addresses, for features that need no pages and no rendering. */
@Module({
  imports: [AuditModule],
  providers: [PreviewAddresses],
  exports: [PreviewAddresses],
})
export class PreviewAddressesModule {}
