import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { WarningsModule } from '../warnings/warnings.module.js';
import { PreviewAddresses } from './preview-addresses.service.js';
import { PreviewedRevisions } from './previewed-revisions.service.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [AuditModule, HttpModule, PicturesModule, WarningsModule],
  controllers: [PreviewsController],
  providers: [PreviewAddresses, PreviewedRevisions, PreviewsService],
  exports: [PreviewAddresses, PreviewedRevisions],
})
export class PreviewsModule {}
