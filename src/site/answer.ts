import { createHash } from 'node:crypto';
import { STYLE_SHEET } from './style/style-sheet.js';

/** What the site answers to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A long answer that is made while it is sent. */
export interface StreamedAnswer extends Omit<Answer, 'body'> {
  readonly body: AsyncIterable<string>;
}

/** Headers of a page; pictures come from the site and from the origins that the operator named. */
const pageHeaders = (imageOrigins: readonly string[]): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    `img-src ${["'self'", 'data:', ...imageOrigins.map((origin) => (origin === '*' ? 'https:' : origin))].join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
});
const HTML = pageHeaders([]);
const INERT = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};
/** May be kept, but is asked for again each time: a new release is visible at once. */
const REVALIDATED = 'public, max-age=0, must-revalidate';

/** A page for people that is never kept: search results, and addresses without a document. */
export function passingPage(status: number, page: string): Answer {
  return {
    status,
    headers: { ...HTML, 'Cache-Control': 'no-store' },
    body: Buffer.from(page),
  };
}

/** A page for people that shows what came about at `lastModified`. */
export function lastingPage(page: string, lastModified: Date): Answer {
  const body = Buffer.from(page);
  return { status: 200, headers: { ...HTML, ...validators(body, lastModified) }, body };
}

/** The page of a document, whose Markdown is at the address `markdown`. */
export function documentAnswer(
  page: string,
  lastModified: Date,
  markdown: string,
  imageOrigins: readonly string[],
): Answer {
  const { headers, ...answer } = lastingPage(page, lastModified);
  const Link = `<${markdown}>; rel="alternate"; type="text/markdown"`;
  return { ...answer, headers: { ...headers, ...pageHeaders(imageOrigins), Link } };
}

/** A Markdown file that was released at `lastModified`; `canonical` is the page it belongs to. */
export function markdownAnswer(file: string, lastModified: Date, canonical: string): Answer {
  const body = Buffer.from(file);
  return {
    status: 200,
    headers: {
      ...INERT,
      'Content-Type': 'text/markdown; charset=utf-8',
      Link: `<${canonical}>; rel="canonical"`,
      ...validators(body, lastModified),
    },
    body,
  };
}

/** A file for programs that shows what came about at `lastModified`, if that is known. */
export function fileAnswer(type: string, file: string, lastModified?: Date): Answer {
  const body = Buffer.from(file);
  return {
    status: 200,
    headers: { ...INERT, 'Content-Type': type, ...validators(body, lastModified) },
    body,
  };
}

/** A file for programs too long to be held whole; `tag` must change whenever it does. */
export function longFileAnswer(
  type: string,
  file: AsyncIterable<string>,
  tag: string,
  lastModified: Date,
): StreamedAnswer {
  return {
    status: 200,
    headers: {
      ...INERT,
      'Content-Type': type,
      ETag: `W/"${tag}"`,
      'Last-Modified': lastModified.toUTCString(),
      'Cache-Control': REVALIDATED,
    },
    body: file,
  };
}

/** JSON that is never kept. */
export function passingJson(value: unknown): Answer {
  return {
    status: 200,
    headers: {
      ...INERT,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** The way to the one spelling of an address, on this very site. */
export function redirection(path: string): Answer {
  return {
    status: 301,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': REVALIDATED,
      Location: path,
    },
    body: Buffer.alloc(0),
  };
}

/**
 * The style sheet, for ever under its own version. While processes of two versions serve one site, a page
 * of one may ask the other for its style: it gets the one there is, and keeps it for that time only.
 */
export function styleSheet(version: string): Answer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control':
        version === STYLE_SHEET.version ? 'public, max-age=31536000, immutable' : 'no-store',
    },
    body: Buffer.from(STYLE_SHEET.text),
  };
}

/**
 * The ETag is of the bytes, so that it changes with everything that readers can see: the release, the
 * template, the style sheet's name, the site's. SHA-256 takes 100 µs for a page of 73 KiB.
 */
function validators(body: Buffer, lastModified?: Date): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    ETag: `"${digest}"`,
    ...(lastModified && { 'Last-Modified': lastModified.toUTCString() }),
    'Cache-Control': REVALIDATED,
  };
}
