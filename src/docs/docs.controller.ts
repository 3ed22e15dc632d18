import { applyDecorators, Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { ERRORS_PAGE } from './errors-page.js';
import { OpenApiDocumentService } from './openapi-document.service.js';
import { STYLE, page } from './page.js';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

/** Directives of the content security policy: they allow only style sheets of this service, and forbid frames. */
const STRICT = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

const FileHeaders = (mediaType: string): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', `${mediaType}; charset=utf-8`),
    Header('Cache-Control', 'public, no-cache'),
    Header('X-Content-Type-Options', 'nosniff'),
  );

/**
 * Sets the headers of an HTML page.
 * @param allowed directives of the content security policy, in addition to `STRICT`
 */
const PageHeaders = (...allowed: string[]): MethodDecorator =>
  applyDecorators(
    FileHeaders('text/html'),
    Header('Content-Security-Policy', [...STRICT, ...allowed].join('; ')),
    Header('Referrer-Policy', 'no-referrer'),
  );

/** Routes of the documentation (contract 4, 6). The pages load nothing from other servers. */
@Controller()
@PublicRoute()
export class DocsController {
  constructor(private readonly documents: OpenApiDocumentService) {}

  @Get('openapi.json')
  @FileHeaders('application/json')
  document(@Res({ passthrough: true }) response: Response): string {
    const { json, etag } = this.documents.read();
    response.set('ETag', etag);
    return json;
  }

  @Get('docs')
  @PageHeaders("script-src 'self'", "connect-src 'self'", "img-src 'self' data:")
  browse(): string {
    return BROWSER_PAGE;
  }

  @Get('docs/errors')
  @PageHeaders()
  errors(): string {
    return ERRORS_PAGE;
  }

  @Get('docs/style.css')
  @FileHeaders('text/css')
  style(): string {
    return STYLE;
  }

  @Get('docs/browse.js')
  @FileHeaders('text/javascript')
  script(): string {
    return BROWSER_SCRIPT;
  }

  @Get('docs/swagger-ui.css')
  @FileHeaders('text/css')
  swaggerUiStyle(@Res({ passthrough: true }) response: Response): Promise<string> {
    return swaggerUi('swagger-ui.css', response);
  }

  @Get('docs/swagger-ui-bundle.js')
  @FileHeaders('text/javascript')
  swaggerUiScript(@Res({ passthrough: true }) response: Response): Promise<string> {
    return swaggerUi('swagger-ui-bundle.js', response);
  }
}

/**
 * The page that shows the OpenAPI document in Swagger UI. Without JavaScript, the page shows a link to the document.
 */
const BROWSER_PAGE = page({
  title: 'API',
  head: `<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="data:,">
<script src="/docs/swagger-ui-bundle.js" defer></script>
<script src="/docs/browse.js" defer></script>`,
  body: `<main id="swagger-ui">
<noscript><p>Browsing needs JavaScript. The document itself is <a href="/openapi.json">openapi.json</a>;
every error is explained <a href="/docs/errors">on one page</a>.</p></noscript>
</main>`,
});

/**
 * Script of `BROWSER_PAGE`. The script is a separate file, because the content security policy forbids inline scripts.
 */
const BROWSER_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

const require = createRequire(import.meta.url);

const { version } = require('swagger-ui-dist/package.json') as { readonly version: string };

function swaggerUi(file: string, response: Response): Promise<string> {
  response.set('ETag', `"${version}"`);
  return readFile(require.resolve(`swagger-ui-dist/${file}`), 'utf8');
}
