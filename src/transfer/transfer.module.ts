import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PublicationsModule } from '../publications/publications.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { DocumentImport } from './document-import.service.js';
import { ExportsService, WorkingDocuments } from './exports.service.js';
import { ImportsService } from './imports.service.js';

/** Documents in from folders of Markdown files, and out to them. */
@Module({
  imports: [AccountsModule, PublicationsModule, ReleasedPagesModule],
  providers: [DocumentImport, ExportsService, ImportsService, WorkingDocuments],
  exports: [ExportsService, ImportsService],
})
export class TransferModule {}
