import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** How files of the installed package are sent. */
export const SWAGGER_UI = {
  // A root of its own, because folders above it may begin with a dot, which is refused in a path.
  root: dirname(require.resolve('swagger-ui-dist/package.json')),
  cacheControl: false,
  headers: { 'Cache-Control': 'public, no-cache', 'X-Content-Type-Options': 'nosniff' },
} as const;
