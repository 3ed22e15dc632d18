import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { SkillsController } from './skills.controller.js';
import { OpenApiDocumentService } from './openapi-document.service.js';
import { SecurityTxtController } from './security-txt.controller.js';

/** What explains the service: its OpenAPI document, that document for browsing, and the errors page. */
@Module({
  controllers: [DocsController, SecurityTxtController, SkillsController],
  providers: [OpenApiDocumentService],
})
export class DocsModule {}
