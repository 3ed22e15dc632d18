import { applyDecorators, Header } from '@nestjs/common';

/** Nothing but the style sheets of this service, and nobody around the page. */
const STRICT = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The header fields of a file of the documentation. */
export const FileHeaders = (mediaType: string): MethodDecorator =>
  applyDecorators(
    Header('Content-Type', `${mediaType}; charset=utf-8`),
    Header('Cache-Control', 'public, no-cache'),
    Header('X-Content-Type-Options', 'nosniff'),
  );

/** The header fields of an HTML page; `allowed` are directives of its content security policy. */
export const PageHeaders = (...allowed: string[]): MethodDecorator =>
  applyDecorators(
    FileHeaders('text/html'),
    Header('Content-Security-Policy', [...STRICT, ...allowed].join('; ')),
    Header('Referrer-Policy', 'no-referrer'),
  );
