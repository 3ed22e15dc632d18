import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { Problem } from '../errors/problem.js';
import {
  bodyOutOfBounds,
  invalidJson,
  notAnObject,
  payloadTooLarge,
  unsupportedMediaType,
} from '../errors/service.errors.js';
import { JsonBounds } from './json-bounds.js';

/** Bytes of a request body at most, at both interfaces (contract 6). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Above it, parsing takes milliseconds. */
const LARGE_BODY_BYTES = 64 * 1024;

/** A chunk takes 200 bytes of memory besides its own, which may be a single one: so many are kept as they came. */
const MERGED_CHUNKS = 256;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON, whatever its type.
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `invalid_request`, `invalid_json`
 */
export async function readJson(request: Request): Promise<unknown> {
  // `null` is no body at all: that is no JSON, whatever it was declared as.
  if (request.is('application/json') === false || isEncoded(request)) throw unsupportedMediaType();
  return parse(await readBytes(request));
}

const isEncoded = ({ headers }: Request): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

/** What is refused is refused at once; the rest of it is thrown away as it comes. */
async function readBytes(request: Request): Promise<Buffer> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    return await boundedBytes(request);
  } catch (error) {
    request.resume();
    // Anything else is a connection that broke off: nobody reads the answer.
    throw error instanceof Problem ? error : invalidJson();
  }
}

async function boundedBytes(request: Request): Promise<Buffer> {
  const bounds = new JsonBounds();
  const merged: Buffer[] = [];
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    if (!bounds.admits(chunk)) throw bodyOutOfBounds();
    chunks.push(chunk);
    if (chunks.length < MERGED_CHUNKS) continue;
    merged.push(Buffer.concat(chunks));
    chunks = [];
  }
  if (length > LARGE_BODY_BYTES) await turnOfItsOwn();
  return Buffer.concat([...merged, ...chunks]);
}

const tooLarge = (): Problem => payloadTooLarge(MAX_BODY_BYTES);

let lastTurn: Promise<void> = Promise.resolve();

/** Of large bodies one is parsed in a turn of the event loop: all else gets its turn between two. */
const turnOfItsOwn = (): Promise<void> => (lastTurn = lastTurn.then(() => nextTurn()));

/** Bytes that are no UTF-8 are refused, not replaced: a document is stored as it was sent. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidJson();
  }
}

/**
 * Reads the JSON body of a write. An interceptor, not a middleware: guards come first, so that a
 * stranger is told 401 before anything is read (contract 5).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const body = await readJson(request);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject();
    request.body = body;
    return next.handle();
  }
}
