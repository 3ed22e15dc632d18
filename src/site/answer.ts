import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Coding, tagOf } from './content-coding.js';
import { notFoundPage } from './html/message-page.js';
import type { CompressedFile } from './shown-page.js';
import { STYLE_SHEET } from './style-sheet.js';

/** The last change of the content of an answer. */
export interface LastChange {
  readonly at: Date;
  /** `true`: no two changes share a second, so that a date identifies a state of the content. */
  readonly isOwnSecond: boolean;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The ETag without its quotation marks and without a coding; absent: the answer has no ETag. */
  readonly tag?: string;
  readonly lastChange?: LastChange;
}

/** An answer with an uncompressed body. It is compressed while it is sent, if the client accepts that. */
export interface Answer extends AnswerHead {
  readonly body: Buffer;
}

/** An answer whose body is already in the coding in which it is sent. */
export interface CodedAnswer extends AnswerHead {
  readonly coding: Coding;
  readonly coded: Buffer;
}

/** An answer whose tag is known before its bytes are read. */
export interface LoadedAnswer extends AnswerHead {
  readonly load: () => Promise<CompressedFile>;
}

/** An answer without its bytes; `whole` reads the complete answer if the client needs it. */
export interface HeadAnswer extends AnswerHead {
  readonly coding: Coding;
  readonly length: number;
  readonly whole: () => Promise<Answer | CodedAnswer | PackedAnswer | HeadAnswer | undefined>;
}

/** A long answer for a client that accepts no compression: it is uncompressed while it is sent. */
export interface PackedAnswer extends AnswerHead {
  readonly gzip: Buffer;
}

/** A long answer whose body is generated while it is sent. */
export interface StreamedAnswer extends AnswerHead {
  readonly stream: AsyncIterable<string>;
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
/** Caches may store the answer, but must revalidate it each time, so that a new release is visible at once. */
const REVALIDATED = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
const NEVER_KEPT = { 'Cache-Control': 'no-store' };
/** Headers of every answer below `/preview`, refusals included. */
export const SECRECY = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** An HTML page that caches must not store. */
export function passingPage(status: number, page: string): Answer {
  return { status, headers: { ...HTML, ...NEVER_KEPT }, body: Buffer.from(page) };
}

/** The 404 answer at an address of the site that has no document. */
export const notFoundAnswer = (siteName: string, locale?: string): Answer =>
  passingPage(404, notFoundPage(siteName, locale));

/** A page at a secret address: caches must not store it, robots must not list it, and its links send no referrer. */
export function confidentialPage(
  status: number,
  page: string | Buffer,
  imageOrigins: readonly string[] = [],
): Answer {
  const body = typeof page === 'string' ? Buffer.from(page) : page;
  return { ...confidentialHead(status, imageOrigins), body };
}

/** As `confidentialPage`, for a page that a thread has compressed. */
export function confidentialFile(
  { br, gzip }: CompressedFile,
  imageOrigins: readonly string[],
  coding: Coding,
): CodedAnswer | PackedAnswer {
  const head = confidentialHead(200, imageOrigins);
  if (coding === 'identity') return { ...head, gzip };
  return { ...head, coding, coded: coding === 'br' ? br : gzip };
}

const confidentialHead = (status: number, imageOrigins: readonly string[]): AnswerHead => ({
  status,
  headers: { ...pageHeaders(imageOrigins), ...NEVER_KEPT, ...SECRECY },
});

export function listAnswer(page: string, lastChange: Date): Answer {
  return lasting({ ...HTML }, page, lastChange);
}

/** The head of the page of a document; `markdown` is the address of its Markdown. */
export function documentHead(
  tag: string,
  lastChange: LastChange,
  markdown: string,
  imageOrigins: readonly string[],
): AnswerHead {
  const Link = `<${markdown}>; rel="alternate"; type="text/markdown"`;
  return released({ ...pageHeaders(imageOrigins), Link }, tag, lastChange);
}

/** The head of the Markdown of a document; `canonical` is the address of its page. */
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
  /** The address of the signed record, if there is one. */
  readonly record: string | undefined;
}

const NOT_INDEXED = { 'X-Robots-Tag': 'noindex' };

const linksOf = ({ newest, all, record }: VersionLinks): readonly string[] => [
  `<${newest}>; rel="canonical"`,
  `<${newest}>; rel="latest-version"`,
  `<${all}>; rel="version-history"`,
  ...(record === undefined ? [] : [`<${record}>; rel="describedby"; type="application/jose"`]),
];

/** The head of the page of a released version; `markdown` is the address of its Markdown. */
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

/** A signed record (contract 15). */
export const recordAnswer = (jws: string, signedAt: Date): Answer =>
  lasting({ ...INERT, ...NOT_INDEXED, 'Content-Type': 'application/jose' }, jws, signedAt);

/** A file for programs; `lastChange` is the last change of the site, if it is known. */
export function fileAnswer(type: string, file: string, lastChange?: Date): Answer {
  return lasting({ ...INERT, 'Content-Type': type }, file, lastChange);
}

/** A feed; `lastChange` is the last change of the site. */
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

/** A file for programs that is too long to be held in memory. `tag` must change whenever the file changes. */
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

/** JSON that caches must not store. */
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

/** The style sheet in each coding, compressed once per process at the highest level. */
const STYLE: Readonly<Record<Coding, Buffer>> = {
  identity: Buffer.from(STYLE_SHEET.text),
  br: brotliCompressSync(STYLE_SHEET.text),
  gzip: gzipSync(STYLE_SHEET.text, { level: 9 }),
};

/** The style sheet. Caches keep it for a year under its own version, and do not store it under any other version. */
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

/** The ETag is a digest of the body, so that it changes with everything that readers can see. */
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
