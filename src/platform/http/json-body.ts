import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request } from 'express';
import { Problem } from '../errors/problem.js';
import {
  bodyOutOfBounds,
  invalidJson,
  payloadTooLarge,
  unsupportedMediaType,
} from '../errors/service.errors.js';
import { JsonBounds } from './json-bounds.js';

/** Bytes of a request body at most, at both doors (CONTRACT 6). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Above it, parsing takes milliseconds. */
const LARGE_BODY_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON, whatever its type.
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `invalid_request`, `invalid_json`
 */
export async function readJson(request: Request): Promise<unknown> {
  // `null` is no body at all: that is no JSON, whatever it was declared as.
  if (request.is('application/json') === false || isEncoded(request)) throw unsupportedMediaType();
  const chunks = await readChunks(request);
  return parse(chunks);
}

const isEncoded = ({ headers }: Request): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

/** What is refused is refused at once; the rest of it is thrown away as it comes. */
async function readChunks(request: Request): Promise<Buffer[]> {
  try {
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    return await boundedChunks(request);
  } catch (error) {
    request.resume();
    // Anything else is a connection that broke off: nobody reads the answer.
    throw error instanceof Problem ? error : invalidJson();
  }
}

async function boundedChunks(request: Request): Promise<Buffer[]> {
  const bounds = new JsonBounds();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    if (!bounds.admits(chunk)) throw bodyOutOfBounds();
    chunks.push(chunk);
  }
  if (length > LARGE_BODY_BYTES) await turnOfItsOwn();
  return chunks;
}

const tooLarge = (): Problem => payloadTooLarge(MAX_BODY_BYTES);

let lastTurn: Promise<void> = Promise.resolve();

/** Of large bodies one is parsed in a turn of the event loop: all else gets its turn between two. */
const turnOfItsOwn = (): Promise<void> => (lastTurn = lastTurn.then(() => nextTurn()));

/** Bytes that are no UTF-8 are refused, not replaced: a document is stored as it was sent. */
function parse(chunks: Buffer[]): unknown {
  try {
    return JSON.parse(utf8.decode(Buffer.concat(chunks)));
  } catch {
    throw invalidJson();
  }
}
