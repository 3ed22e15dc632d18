import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { PublicationsModule } from '../publications/publications.module.js';
import { ReleasedPagesModule } from '../site/released-pages.module.js';
import { DocumentImport } from './document-import.service.js';
import { ExportsService } from './exports.service.js';
import { ImportedFilesRepository } from './imported-files.repository.js';
import { ImportsService } from './imports.service.js';
import { TransferredPictures } from './transferred-pictures.service.js';

@Module({
  imports: [AccountsModule, PicturesModule, PublicationsModule, ReleasedPagesModule],
  providers: [
    DocumentImport,
    ExportsService,
    ImportedFilesRepository,
    ImportsService,
    TransferredPictures,
  ],
  exports: [ExportsService, ImportsService],
})
export class TransferModule {}
