import { createHash } from 'node:crypto';
import type { Answer } from '../platform/http/deliver.js';
import { notFoundPage, withdrawnPage } from './html/message-page.js';
import type { Look } from './html/site.js';
import type { StyleSheet } from './style-sheet.js';
import type { SiteLogo } from '../platform/config/site-look.js';

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
const MARKDOWN = { ...INERT, 'Content-Type': 'text/markdown; charset=utf-8' };
/**
 * Caches may store the answer. They must revalidate the answer before each use, so that readers see a release
 * immediately.
 */
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
const NEVER_KEPT = { 'Cache-Control': 'no-store' };
const NOT_INDEXED = { 'X-Robots-Tag': 'noindex' };
/** Header fields of every answer below `/preview` and `/desk`, including refusals. */
export const SECRECY = { 'Referrer-Policy': 'no-referrer', ...NOT_INDEXED };

/** Makes an HTML page that caches must not store. */
export function passingPage(status: number, page: string): Answer {
  return { status, headers: { ...HTML, ...NEVER_KEPT }, body: Buffer.from(page) };
}

/** Makes the 404 answer at an address of the site that has no document. */
export const notFoundAnswer = (look: Look, path?: string, locale?: string): Answer =>
  passingPage(404, notFoundPage(look, path, locale));

/**
 * Makes the 410 answer at the address of a withdrawn document.
 * @param notice what the operator tells readers, as plain text
 */
export const withdrawnAnswer = (look: Look, locale: string, notice: string | null = null): Answer =>
  passingPage(410, withdrawnPage(look, locale, notice));

/**
 * Makes the answer with a page that is not public: a preview or a page of the desk. No cache stores the page, no robot
 * lists the page, and its links send no referrer.
 */
export const confidentialPage = (
  status: number,
  page: string | Buffer,
  imageOrigins: readonly string[] = [],
): Answer => ({
  status,
  headers: { ...pageHeaders(imageOrigins), ...NEVER_KEPT, ...SECRECY },
  body: typeof page === 'string' ? Buffer.from(page) : page,
});

/** Makes the answer with a file that is not public, such as the private feed of the desk. */
export const confidentialFile = (type: string, file: string): Answer => ({
  status: 200,
  headers: { ...INERT, 'Content-Type': type, ...NEVER_KEPT, ...SECRECY },
  body: Buffer.from(file),
});

export const listAnswer = (page: string): Answer => lasting(HTML, page);

/**
 * Makes the answer with the page of a document. `markdown` is the absolute address of the document's Markdown file.
 */
export function documentAnswer(
  page: string,
  markdown: string,
  imageOrigins: readonly string[],
): Answer {
  const Link = `<${markdown}>; rel="alternate"; type="text/markdown"`;
  return lasting({ ...pageHeaders(imageOrigins), Link }, page);
}

/**
 * Makes the answer with the Markdown file of a document. `canonical` is the absolute address of the document's page.
 */
export const markdownAnswer = (file: string, canonical: string): Answer =>
  lasting({ ...MARKDOWN, Link: `<${canonical}>; rel="canonical"` }, file);

interface VersionLinks {
  readonly newest: string;
  readonly all: string;
  readonly record: string;
}

const linksOf = ({ newest, all, record }: VersionLinks): readonly string[] => [
  `<${newest}>; rel="canonical"`,
  `<${newest}>; rel="latest-version"`,
  `<${all}>; rel="version-history"`,
  `<${record}>; rel="describedby"; type="application/jose"`,
];

/**
 * Makes the answer with the page of a released version. `markdown` is the absolute address of the version's Markdown
 * file.
 */
export function versionAnswer(
  page: string,
  links: VersionLinks,
  markdown: string,
  imageOrigins: readonly string[],
): Answer {
  const alternate = `<${markdown}>; rel="alternate"; type="text/markdown"`;
  const Link = [...linksOf(links), alternate].join(', ');
  return lasting({ ...pageHeaders(imageOrigins), ...NOT_INDEXED, Link }, page);
}

export const versionMarkdownAnswer = (file: string, links: VersionLinks): Answer =>
  lasting({ ...MARKDOWN, ...NOT_INDEXED, Link: linksOf(links).join(', ') }, file);

export const recordAnswer = (jws: string): Answer =>
  lasting({ ...INERT, ...NOT_INDEXED, 'Content-Type': 'application/jose' }, jws);

export const fileAnswer = (type: string, file: string): Answer =>
  lasting({ ...INERT, 'Content-Type': type }, file);

/** Makes a JSON answer with `Cache-Control: no-store`. */
export function passingJson(value: unknown): Answer {
  return {
    status: 200,
    headers: { ...INERT, ...NEVER_KEPT, 'Content-Type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** Redirects to the canonical spelling of an address on this site. */
export function redirection(path: string): Answer {
  return {
    status: 301,
    headers: { ...REVALIDATED, 'Content-Type': 'text/plain; charset=utf-8', Location: path },
    body: Buffer.alloc(0),
  };
}

const FOREVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Makes the answer with the current style sheet. If `version` is the current version, caches can store the answer for a
 * year. If not, caches must not store the answer.
 */
export const styleSheetAnswer = (sheet: StyleSheet, version: string): Answer => ({
  status: 200,
  headers: {
    'Content-Type': 'text/css; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    ...(version === sheet.version ? FOREVER : NEVER_KEPT),
  },
  body: Buffer.from(sheet.text),
  tag: sheet.version,
});

/**
 * Makes the answer with the logo of the site; `undefined` if `path` is not its address. A browser that opens the SVG as a page shows nothing
 * but its drawing.
 */
export const logoAnswer = (logo: SiteLogo | null, path: string): Answer | undefined =>
  logo?.href === path
    ? {
        status: 200,
        headers: {
          'Content-Type': logo.type,
          'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          'X-Content-Type-Options': 'nosniff',
          ...FOREVER,
        },
        body: logo.body,
        tag: tagOf(logo.body),
      }
    : undefined;

/** Makes an answer that caches can store. */
function lasting(headers: Readonly<Record<string, string>>, text: string): Answer {
  const body = Buffer.from(text);
  return { status: 200, headers: { ...headers, ...REVALIDATED }, body, tag: tagOf(body) };
}

/** Makes an ETag from the bytes of an answer. SHA-256 takes 100 µs for a page of 73 KiB. */
export const tagOf = (body: Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);
