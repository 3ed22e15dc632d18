import { Module } from '@nestjs/common';
import { HttpModule } from '../platform/http/http.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { DocsController } from './docs.controller.js';
import { OpenApiDocumentService } from './openapi-document.service.js';
import { WellKnownController } from './well-known.controller.js';

@Module({
  imports: [HttpModule, SignaturesModule],
  controllers: [DocsController, WellKnownController],
  providers: [OpenApiDocumentService],
})
export class DocsModule {}
