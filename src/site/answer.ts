import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Coding, type CompressedFile, tagOf } from './compressed-file.js';
import { notFoundPage } from './html/message-page.js';
import { STYLE_SHEET } from './style-sheet.js';

/** The last change of the content of an answer. */
export interface LastChange {
  readonly at: Date;
  /** Whether no two changes have the same second. If `true`, `Last-Modified` identifies a state of the content. */
  readonly isOwnSecond: boolean;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The ETag without quotation marks, and without the suffix for the coding; absent if the answer has no ETag. */
  readonly tag?: string;
  readonly lastChange?: LastChange;
}

/** An answer with an uncompressed body. `deliver` compresses the body if the client accepts a compression. */
export interface Answer extends AnswerHead {
  readonly body: Buffer;
}

/** An answer with a body that is already in the content coding for the client. */
export interface CodedAnswer extends AnswerHead {
  readonly coding: Coding;
  readonly coded: Buffer;
}

/** An answer whose tag is known before its body is read. `load` reads the body if the client needs the body. */
export interface LoadedAnswer extends AnswerHead {
  readonly load: () => Promise<CompressedFile>;
}

/** An answer without its body. `whole` reads the complete answer if the client needs the body. */
export interface HeadAnswer extends AnswerHead {
  readonly coding: Coding;
  readonly length: number;
  readonly whole: () => Promise<Answer | CodedAnswer | PackedAnswer | HeadAnswer | undefined>;
}

/** A long answer for clients that accept no compression. `deliver` uncompresses `gzip` while sending the answer. */
export interface PackedAnswer extends AnswerHead {
  readonly gzip: Buffer;
}

/** A long answer that is sent in parts, so that no copy of the whole body is made. */
export interface StreamedAnswer extends AnswerHead {
  readonly stream: AsyncIterable<string> | Iterable<Buffer>;
}

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
/**
 * Caches may store the answer. They must revalidate the answer before each use, so that readers see a release
 * immediately.
 */
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
const NEVER_KEPT = { 'Cache-Control': 'no-store' };
/** Header fields of every answer below `/preview` and `/desk`, including refusals. */
export const SECRECY = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** Makes an HTML page that caches must not store. */
export function passingPage(status: number, page: string): Answer {
  return { status, headers: { ...HTML, ...NEVER_KEPT }, body: Buffer.from(page) };
}

/** Makes the 404 answer at an address of the site that has no document. */
export const notFoundAnswer = (siteName: string, locale?: string): Answer =>
  passingPage(404, notFoundPage(siteName, locale));

/**
 * Makes the answer with a page that is not public: a preview or a page of the desk. No cache stores the page, no robot
 * lists the page, and its links send no referrer.
 */
export const confidentialPage = (status: number, page: string): Answer => ({
  ...confidentialHead(status, []),
  body: Buffer.from(page),
});

/** Does the same as `confidentialPage`, for a compressed page. */
export function confidentialFile(
  { br, gzip }: CompressedFile,
  imageOrigins: readonly string[],
  coding: Coding,
): CodedAnswer | PackedAnswer {
  const head = confidentialHead(200, imageOrigins);
  if (coding === 'identity') return { ...head, gzip };
  return { ...head, coding, coded: coding === 'br' ? br : gzip };
}

/** Makes the answer head for a page that is not public; see `confidentialPage`. */
export const confidentialHead = (status: number, imageOrigins: readonly string[]): AnswerHead => ({
  status,
  headers: { ...pageHeaders(imageOrigins), ...NEVER_KEPT, ...SECRECY },
});

export function listAnswer(page: string, lastChange: Date): Answer {
  return lasting({ ...HTML }, page, lastChange);
}

/**
 * Makes the answer head for the page of a document. `markdown` is the absolute address of the document's Markdown file.
 */
export function documentHead(
  tag: string,
  lastChange: LastChange,
  markdown: string,
  imageOrigins: readonly string[],
): AnswerHead {
  const Link = `<${markdown}>; rel="alternate"; type="text/markdown"`;
  return released({ ...pageHeaders(imageOrigins), Link }, tag, lastChange);
}

/**
 * Makes the answer head for the Markdown file of a document. `canonical` is the absolute address of the document's
 * page.
 */
export function markdownHead(tag: string, lastChange: LastChange, canonical: string): AnswerHead {
  const headers = {
    ...INERT,
    'Content-Type': 'text/markdown; charset=utf-8',
    Link: `<${canonical}>; rel="canonical"`,
  };
  return released(headers, tag, lastChange);
}

export interface VersionLinks {
  readonly newest: string;
  readonly all: string;
  /** The address of the signed record; `undefined` if the version is not signed. */
  readonly record: string | undefined;
}

const NOT_INDEXED = { 'X-Robots-Tag': 'noindex' };

const linksOf = ({ newest, all, record }: VersionLinks): readonly string[] => [
  `<${newest}>; rel="canonical"`,
  `<${newest}>; rel="latest-version"`,
  `<${all}>; rel="version-history"`,
  ...(record === undefined ? [] : [`<${record}>; rel="describedby"; type="application/jose"`]),
];

/**
 * Makes the answer head for the page of a released version. `markdown` is the absolute address of the version's
 * Markdown file.
 */
export function versionHead(
  tag: string,
  at: Date,
  links: VersionLinks,
  markdown: string,
  imageOrigins: readonly string[],
): AnswerHead {
  const Link = [...linksOf(links), `<${markdown}>; rel="alternate"; type="text/markdown"`].join(
    ', ',
  );
  const headers = { ...pageHeaders(imageOrigins), ...NOT_INDEXED, Link };
  return released(headers, tag, { at, isOwnSecond: false });
}

export function versionMarkdownHead(tag: string, at: Date, links: VersionLinks): AnswerHead {
  const headers = {
    ...INERT,
    ...NOT_INDEXED,
    'Content-Type': 'text/markdown; charset=utf-8',
    Link: linksOf(links).join(', '),
  };
  return released(headers, tag, { at, isOwnSecond: false });
}

/** Makes the answer with a signed record (contract 15). */
export const recordAnswer = (jws: string, signedAt: Date): Answer =>
  lasting({ ...INERT, ...NOT_INDEXED, 'Content-Type': 'application/jose' }, jws, signedAt);

/**
 * Makes the answer with a file for programs. `lastChange` is the time of the last change of the site, if the caller
 * knows this time.
 */
export function fileAnswer(type: string, file: string, lastChange?: Date): Answer {
  return lasting({ ...INERT, 'Content-Type': type }, file, lastChange);
}

/** Makes the answer with a feed; `lastChange` is the time of the last change of the site. */
export const feedAnswer = (
  tag: string,
  lastChange: Date,
  load: LoadedAnswer['load'],
): LoadedAnswer => ({
  status: 200,
  headers: { ...INERT, ...REVALIDATED, 'Content-Type': 'application/atom+xml; charset=utf-8' },
  tag,
  lastChange: { at: lastChange, isOwnSecond: false },
  load,
});

/** Makes the answer with a file that is too long to be held in memory. `tag` must change whenever the file changes. */
export function longFileAnswer(
  type: string,
  stream: AsyncIterable<string>,
  tag: string,
  lastChange: Date,
): StreamedAnswer {
  return {
    status: 200,
    headers: { ...INERT, ...REVALIDATED, 'Content-Type': type },
    tag,
    lastChange: { at: lastChange, isOwnSecond: false },
    stream,
  };
}

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

/** The style sheet in each coding, compressed at the highest level when the process starts. */
const STYLE: Readonly<Record<Coding, Buffer>> = {
  identity: Buffer.from(STYLE_SHEET.text),
  br: brotliCompressSync(STYLE_SHEET.text),
  gzip: gzipSync(STYLE_SHEET.text, { level: 9 }),
};

/**
 * Makes the answer with the current style sheet. If `version` is the current version, caches can store the answer for a
 * year. If not, caches must not store the answer.
 */
export function styleSheet(version: string, coding: Coding): CodedAnswer {
  const isThis = version === STYLE_SHEET.version;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': isThis ? 'public, max-age=31536000, immutable' : 'no-store',
    },
    tag: STYLE_SHEET.version,
    coding,
    coded: STYLE[coding],
  };
}

/** Makes an answer that caches can store. The ETag of the answer is a digest of the body. */
function lasting(headers: Record<string, string>, file: string, lastChange?: Date): Answer {
  const body = Buffer.from(file);
  return {
    status: 200,
    headers: { ...headers, ...REVALIDATED },
    tag: tagOf(body),
    ...(lastChange && { lastChange: { at: lastChange, isOwnSecond: false } }),
    body,
  };
}

const released = (
  headers: Record<string, string>,
  tag: string,
  lastChange: LastChange,
): AnswerHead => ({
  status: 200,
  headers: { ...headers, ...REVALIDATED },
  tag,
  lastChange,
});
