import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { problemOf } from '../problems/common-problems.js';
import type { ServiceRequest } from './service-request.js';

/** An answer of the site, of a preview, a picture or the desk. `deliver` sends it. */
export interface Answer {
  readonly status: number;
  /** An answer with `Content-Encoding` or `Content-Length` is sent as it is. Any other answer is compressed. */
  readonly headers: Readonly<Record<string, string>>;
  /** A stream has a `Content-Length`. */
  readonly body: Buffer | Readable;
  /** The ETag without quotation marks, and without the suffix for the coding; absent if the answer has no ETag. */
  readonly tag?: string;
}

/** The content coding of an answer (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip' | 'identity';

const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Returns the content coding that the client prefers. Of codings with equal quality values, brotli comes first. */
export const codingOf = (request: Request): Coding =>
  new Negotiator(request).encoding(CODINGS, { preferred: CODINGS }) ?? 'identity';

/**
 * Error code of Node for a client that disconnects before the end of the answer. The disconnection is no fault of the
 * service.
 */
const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends an answer in the coding that the client prefers (RFC 9110, 12.5.3). HEAD gets no body. A conditional request
 * gets 304 if the client has the current answer (RFC 9110, 13.2.2). Without an answer, the request goes to the next
 * route.
 */
export async function deliver(
  given: Answer | undefined | Promise<Answer | undefined>,
  response: Response,
): Promise<void> {
  const { req: request } = response;
  const answer = await given;
  if (!answer) return request.next!();
  const { status, headers, body, tag } = answer;
  response.statusCode = status;
  // `setHeader` is faster than Express's `set`, and these values need no conversion.
  for (const name in headers) response.setHeader(name, headers[name]!);
  const coding = isFinal(answer) ? undefined : codingOf(request);
  if (!('Content-Length' in headers)) response.setHeader('Vary', 'Accept-Encoding');
  if (tag !== undefined) response.setHeader('ETag', etagOf(answer, coding));
  if (tag !== undefined && request.fresh) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.removeHeader('Content-Encoding');
    response.end();
    return;
  }
  if (coding !== undefined && coding !== 'identity') response.setHeader('Content-Encoding', coding);
  const isHead = request.method === 'HEAD';
  if (body instanceof Readable) {
    if (isHead) response.end();
    else await stream(body, response);
    return;
  }
  const bytes = await coded(body, coding);
  response.setHeader('Content-Length', bytes.length);
  response.end(isHead ? undefined : bytes);
}

/** Whether the body of an answer is sent as it is. */
const isFinal = ({ headers, body }: Answer): boolean =>
  'Content-Encoding' in headers ||
  'Content-Length' in headers ||
  (Buffer.isBuffer(body) && body.length === 0);

/** Makes the ETag of an answer that is sent in a coding. Each coding needs its own ETag (RFC 9110, 8.8.3.3). */
function etagOf(answer: Answer, coding: Coding | undefined): string {
  const own = coding ?? answer.headers['Content-Encoding'] ?? 'identity';
  return own === 'identity' ? `"${answer.tag}"` : `"${answer.tag}-${own}"`;
}

/** Quality levels. Brotli 5 takes half of the time of 6, and its output is 3 % larger. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const GZIP = { level: 5 };
const brotli: (body: Buffer, options: typeof BROTLI) => Promise<Buffer> = promisify(brotliCompress);
const zip: (body: Buffer, options: typeof GZIP) => Promise<Buffer> = promisify(gzip);

/** Compresses a body, in a thread of Node. */
export async function coded(body: Buffer, coding: Coding | undefined): Promise<Buffer> {
  if (coding === 'br') return brotli(body, BROTLI);
  return coding === 'gzip' ? zip(body, GZIP) : body;
}

/**
 * Sends a stream. After an error, the connection is closed, so the client does not take a part of the body for the
 * whole body.
 */
async function stream(body: Readable, response: Response): Promise<void> {
  try {
    await pipeline(body, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === CLIENT_GONE) return;
    response.destroy();
    const { code } = problemOf(error);
    (response.req as ServiceRequest).refusal = { code, channel: 'http', error };
  }
}
