import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { SkillsController } from './skills.controller.js';
import { OpenApiDocumentService } from './openapi-document.service.js';
import { SecurityTxtController } from './security-txt.controller.js';

@Module({
  controllers: [DocsController, SecurityTxtController, SkillsController],
  providers: [OpenApiDocumentService],
})
export class DocsModule {}
