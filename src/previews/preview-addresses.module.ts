import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';

/** Previews without pages and rendering, for features that only give out addresses. */
@Module({
  imports: [AuditModule],
  providers: [PreviewAddresses],
  exports: [PreviewAddresses],
})
export class PreviewAddressesModule {}
