import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { FileHeaders } from './file-headers.decorator.js';
import { OpenApiDocumentService } from './openapi-document.service.js';

/** The API for programs (CONTRACT 4). */
@Controller('openapi.json')
@PublicRoute()
export class OpenApiController {
  constructor(private readonly documents: OpenApiDocumentService) {}

  @Get()
  @FileHeaders('application/json')
  document(@Res({ passthrough: true }) response: Response): string {
    const { json, etag } = this.documents.read();
    response.set('ETag', etag);
    return json;
  }
}
