import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { page } from './page.js';

/** The OpenAPI document in Swagger UI. Without JavaScript it says where the document is. */
export const BROWSER_PAGE = page({
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

/** A file of its own: the page's policy lets no script run inside it. */
export const BROWSER_SCRIPT = `SwaggerUIBundle({
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

/** How files of the installed package are sent. */
export const SWAGGER_UI = {
  // A root of its own, because folders above it may begin with a dot, which is refused in a path.
  root: dirname(require.resolve('swagger-ui-dist/package.json')),
  cacheControl: false,
  headers: { 'Cache-Control': 'public, no-cache', 'X-Content-Type-Options': 'nosniff' },
} as const;
