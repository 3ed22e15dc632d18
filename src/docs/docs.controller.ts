import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AnswerCache } from '../platform/http/answer-cache.js';
import { type Answer, codingOf, deliver } from '../platform/http/deliver.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { fileAnswer } from '../site/answers.js';
import { ERRORS_PAGE } from './errors-page.js';
import { OpenApiDocumentService } from './openapi-document.service.js';
import { STYLE, page } from './page.js';

const STYLE_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Directives of the content security policy: they allow only style sheets of this service, and forbid frames. */
const STRICT = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** @param allowed directives of the content security policy, in addition to `STRICT` */
function pageAnswer(html: string, ...allowed: string[]): Answer {
  const { headers, ...answer } = fileAnswer('text/html; charset=utf-8', html);
  const policy = [...STRICT, ...allowed].join('; ');
  return {
    ...answer,
    headers: { ...headers, 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  };
}

/** Routes of the documentation (contract 4, 6). The pages load nothing from other servers. */
@Controller()
@PublicRoute()
export class DocsController {
  constructor(
    private readonly documents: OpenApiDocumentService,
    private readonly answers: AnswerCache,
  ) {}

  @Get('openapi.json')
  document(@Res() response: Response) {
    const type = 'application/json; charset=utf-8';
    return deliver(fileAnswer(type, this.documents.read()), response);
  }

  @Get('docs')
  browse(@Res() response: Response) {
    const allowed = ["script-src 'self'", "connect-src 'self'", "img-src 'self' data:"];
    return deliver(pageAnswer(BROWSER_PAGE, ...allowed), response);
  }

  @Get('docs/errors')
  errors(@Res() response: Response) {
    return deliver(pageAnswer(ERRORS_PAGE), response);
  }

  @Get('docs/style.css')
  style(@Res() response: Response) {
    return deliver(fileAnswer(STYLE_TYPE, STYLE), response);
  }

  @Get('docs/browse.js')
  script(@Res() response: Response) {
    return deliver(fileAnswer(SCRIPT_TYPE, BROWSER_SCRIPT), response);
  }

  @Get('docs/swagger-ui.css')
  swaggerUiStyle(@Req() request: Request, @Res() response: Response) {
    return deliver(this.swaggerUi('swagger-ui.css', STYLE_TYPE, request), response);
  }

  @Get('docs/swagger-ui-bundle.js')
  swaggerUiScript(@Req() request: Request, @Res() response: Response) {
    return deliver(this.swaggerUi('swagger-ui-bundle.js', SCRIPT_TYPE, request), response);
  }

  /** Answers with a file of the package. It is kept compressed, because it has up to 1.7 MB. */
  private swaggerUi(file: string, type: string, request: Request): Promise<Answer | undefined> {
    return this.answers.get(`docs ${file}`, version, codingOf(request), async () => ({
      stamp: version,
      answer: fileAnswer(type, await readFile(require.resolve(`swagger-ui-dist/${file}`), 'utf8')),
    }));
  }
}

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
