import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { BROWSER_PAGE, BROWSER_SCRIPT } from './browser-page.js';
import { ERRORS_PAGE } from './errors-page.js';
import { FileHeaders, PageHeaders } from './file-headers.decorator.js';
import { STYLE } from './style.js';
import { SWAGGER_UI } from './swagger-ui.js';

/** The documentation for people (CONTRACT 4, 6); every byte comes from this service. */
@Controller('docs')
@PublicRoute()
export class DocsController {
  @Get()
  @PageHeaders("script-src 'self'", "connect-src 'self'", "img-src 'self' data:")
  browse(): string {
    return BROWSER_PAGE;
  }

  @Get('errors')
  @PageHeaders()
  errors(): string {
    return ERRORS_PAGE;
  }

  @Get('style.css')
  @FileHeaders('text/css')
  style(): string {
    return STYLE;
  }

  @Get('browse.js')
  @FileHeaders('text/javascript')
  script(): string {
    return BROWSER_SCRIPT;
  }

  @Get('swagger-ui.css')
  swaggerUiStyle(@Res() response: Response): void {
    response.sendFile('swagger-ui.css', SWAGGER_UI);
  }

  @Get('swagger-ui-bundle.js')
  swaggerUiScript(@Res() response: Response): void {
    response.sendFile('swagger-ui-bundle.js', SWAGGER_UI);
  }
}
