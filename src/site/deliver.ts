import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGunzip,
  createGzip,
  gzip,
} from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';
import { clock } from '../platform/clock/clock.js';
import type {
  Answer,
  AnswerHead,
  CodedAnswer,
  HeadAnswer,
  LastChange,
  LoadedAnswer,
  PackedAnswer,
  StreamedAnswer,
} from './answer.js';
import { type Coding, type Compression, lengthOf } from './compressed-file.js';

/**
 * Error code of Node for a client that disconnects before the end of the answer. The disconnection is no fault of the
 * service.
 */
const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

type Sendable = Answer | CodedAnswer | HeadAnswer | LoadedAnswer | PackedAnswer | StreamedAnswer;

/** Whether a request is HEAD or conditional. For such a request, the head of the answer can be enough. */
export const isHeadEnough = ({ method, headers }: Request): boolean =>
  method === 'HEAD' || 'if-none-match' in headers || 'if-modified-since' in headers;

/** Returns the content coding that the client prefers. */
export const codingOf = ({ req }: Response): Coding => codingFor(req.headers['accept-encoding']);

/**
 * Returns the content coding that an `Accept-Encoding` header prefers. If brotli and gzip have the same quality value,
 * returns brotli.
 */
function codingFor(header: string | undefined): Coding {
  if (!header) return 'identity';
  const asked = accepted(header.slice(0, 1_000));
  const qualityOf = (name: string) => asked.get(name) ?? asked.get('*') ?? 0;
  const [br, gz] = [qualityOf('br'), Math.max(qualityOf('gzip'), asked.get('x-gzip') ?? 0)];
  const identity = asked.get('identity') ?? 0;
  if (Math.max(br, gz) === 0 || identity > Math.max(br, gz)) return 'identity';
  return br >= gz ? 'br' : 'gzip';
}

/** Returns the quality values in an `Accept-Encoding` header, by coding. */
function accepted(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
}

/**
 * Sends an answer in the coding that the client prefers (RFC 9110, 12.5.3). HEAD gets no body. A conditional request
 * gets 304 if the client has the current answer (RFC 9110, 13.2.2). If `answer` is `undefined`, the request goes to the
 * next route.
 */
export async function deliver(
  answer: Sendable | undefined | Promise<Sendable | undefined>,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const found = await answer;
  if (!found) return next();
  await deliverAnswer(found, response);
}

/** Does the same as `deliver`, for an answer that is not `undefined`. */
export async function deliverAnswer(found: Sendable, response: Response): Promise<void> {
  const coding = codingWith(found, response);
  response.statusCode = found.status;
  // `setHeader` is faster than Express's `set`, and these values need no conversion.
  for (const name in found.headers) response.setHeader(name, found.headers[name]!);
  response.setHeader('Vary', 'Accept-Encoding');
  setValidators(response, found, coding);
  if (isFresh(response.req, found, coding)) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
    return;
  }
  if ('load' in found) return load(found, coding, response);
  if ('whole' in found) return finish(found, response);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  if ('stream' in found) await stream(found, coding, response);
  else if ('gzip' in found) await unpack(found.gzip, response);
  else if ('coded' in found) send(found.coded, response);
  else send(coding === 'identity' ? found.body : await compressed(found.body, coding), response);
}

/**
 * Answers HEAD without reading the body. For GET, reads and sends the whole answer, because a GET request that needs no
 * body is answered before this function.
 */
async function finish({ coding, length, whole }: HeadAnswer, response: Response): Promise<void> {
  if (response.req.method !== 'HEAD') return deliverAnswer((await whole())!, response);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', length);
  response.end();
}

/**
 * Reads and sends the file. The file can be newer than `answer`. Therefore the tag of the file replaces the tag of
 * `answer`.
 */
async function load(answer: LoadedAnswer, coding: Coding, response: Response): Promise<void> {
  const isHead = response.req.method === 'HEAD';
  const file = isHead ? undefined : await answer.load();
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  if (!file) {
    response.end();
    return;
  }
  setValidators(response, { ...answer, tag: file.tag }, coding);
  if (coding === 'identity') await unpack(file.gzip, response);
  else send(file[coding], response);
}

function codingWith(answer: Sendable, response: Response): Coding {
  if ('coding' in answer) return answer.coding;
  if ('gzip' in answer || ('body' in answer && answer.body.length === 0)) return 'identity';
  return codingOf(response);
}

/**
 * Compression level for an answer that is compressed for one request. Level 4 of brotli takes a third of the time of
 * level 6. The output of level 4 is 10 % larger.
 */
const QUICK = 4;
const BROTLI_QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK } };
/**
 * Size, in bytes, of the pieces in which a long answer is compressed or uncompressed. Each piece costs the main thread
 * about 50 µs, and a client that reads slowly keeps about three pieces in memory.
 */
const PIECE = { chunkSize: 131_072 };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compressed = (body: Buffer, coding: Compression): Promise<Buffer> =>
  coding === 'br' ? brotli(body, BROTLI_QUICK) : zip(body, { level: QUICK });

function send(body: Buffer, response: Response): void {
  response.setHeader('Content-Length', body.length);
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/**
 * Uncompresses a file while sending the file. Therefore the whole uncompressed file is never in memory for a slow
 * client.
 */
async function unpack(zipped: Buffer, response: Response): Promise<void> {
  response.setHeader('Content-Length', lengthOf(zipped));
  if (response.req.method === 'HEAD') response.end();
  else await untilGone(pipeline([zipped], createGunzip(PIECE), response));
}

async function stream(answer: StreamedAnswer, coding: Coding, response: Response): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  if (coding === 'identity') await untilGone(pipeline(answer.stream, response));
  else await untilGone(pipeline(answer.stream, compressing(coding), response));
}

const compressing = (coding: Compression): Transform =>
  coding === 'br'
    ? createBrotliCompress({ ...BROTLI_QUICK, ...PIECE })
    : createGzip({ level: QUICK, ...PIECE });

async function untilGone(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== CLIENT_GONE) throw error;
  }
}

/**
 * Makes the ETag of an answer in a coding. Each coding needs its own ETag (RFC 9110, 8.8.3.3). A streamed file has a
 * weak ETag, because the content of the file is read after the tag.
 */
function etagOf(answer: AnswerHead, coding: Coding): string | undefined {
  if (answer.tag === undefined) return undefined;
  const tag = coding === 'identity' ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
  return 'stream' in answer ? `W/${tag}` : tag;
}

/**
 * Returns the date for `Last-Modified`. This date must not be in the future (RFC 9110, 8.8.2.1), but `at` can be in the
 * future. If several changes happen within one second, each change is dated one second later than the previous change.
 */
const dateOf = ({ at }: LastChange): Date => new Date(Math.min(at.getTime(), clock.millis()));

function setValidators(response: Response, answer: AnswerHead, coding: Coding): void {
  const etag = etagOf(answer, coding);
  if (etag !== undefined) response.setHeader('ETag', etag);
  if (answer.lastChange)
    response.setHeader('Last-Modified', dateOf(answer.lastChange).toUTCString());
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether the client already has this answer. If the client sent `If-None-Match`, only the ETags decide. If not, the
 * date in `If-Modified-Since` decides. But the date does not identify a state if two changes of the content can have
 * the same second. Then the result is `false`.
 */
function isFresh({ headers }: Request, answer: AnswerHead, coding: Coding): boolean {
  if (answer.status !== 200) return false;
  const none = headers['if-none-match'];
  if (none !== undefined) {
    const etag = etagOf(answer, coding);
    if (etag === undefined) return false;
    return none.trim() === '*' || none.split(',').some((tag) => opaque(tag) === opaque(etag));
  }
  if (!answer.lastChange?.isOwnSecond) return false;
  return Date.parse(headers['if-modified-since'] ?? '') >= secondOf(answer.lastChange.at);
}

const secondOf = (time: Date): number => Math.floor(time.getTime() / 1_000) * 1_000;
