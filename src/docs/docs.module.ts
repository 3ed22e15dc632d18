import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { OpenApiDocumentService } from './openapi-document.service.js';

/** What explains the service: its OpenAPI document, that document for browsing, and the errors page. */
@Module({
  controllers: [DocsController],
  providers: [OpenApiDocumentService],
})
export class DocsModule {}
