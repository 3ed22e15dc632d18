import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import {
  bodyCompressed,
  bodyMissing,
  charsetNotUtf8,
  invalidJson,
  notAnObject,
  notDeclaredAsJson,
} from '../problems/common-problems.js';
import { MAX_BODY_BYTES, withBody } from './body-reader.js';
import { parseJson } from './json-bounds.js';
import type { ServiceRequest } from './service-request.js';

/** Size above which a body is large. Parsing a large body takes milliseconds, so large bodies take turns. */
const LARGE_BODY_BYTES = 64 * 1024;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON. The result may be any JSON value, not only an object.
 * @param payer the publisher key or the address for which the bytes of the body count
 * @param maxBytes maximum size of the body
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `invalid_request`, `invalid_json`, `unavailable`
 */
export async function readJson(
  request: ServiceRequest,
  payer = request.actor?.keyId ?? '',
  maxBytes = MAX_BODY_BYTES,
): Promise<unknown> {
  assertDeclaredAsJson(request);
  return withBody(request, payer, maxBytes, async (bytes) => {
    if (bytes.length === 0) throw bodyMissing();
    if (bytes.length > LARGE_BODY_BYTES) await turnOfItsOwn();
    return parseJson(decoded(bytes));
  });
}

/**
 * Checks that the body is declared as uncompressed UTF-8 JSON (contract 6). Passes if there is no body: `is`
 * returns `null`, or the length is 0.
 * @throws Problem `unsupported_media_type`
 */
function assertDeclaredAsJson(request: ServiceRequest): void {
  const { 'content-encoding': coding = 'identity', 'content-type': type } = request.headers;
  if (request.headers['content-length'] === '0' && type === undefined) return;
  if (request.is('application/json') === false) throw notDeclaredAsJson(type !== undefined);
  const [, charset = 'utf-8'] = CHARSET.exec(type ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw charsetNotUtf8();
  if (coding.toLowerCase() !== 'identity') throw bodyCompressed();
}

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a round of the event loop in which no other large body is parsed, so that other work gets its turn. */
const turnOfItsOwn = (): Promise<void> => (lastTurn = lastTurn.then(() => nextTurn()));

/** Decodes UTF-8. Refuses invalid bytes, because replacing them would change the document. */
function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidJson();
  }
}

/**
 * Reads the JSON body of a write. Guards run before this interceptor, so a request without a valid key is answered 401,
 * whatever its body is (contract 5).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const body = await readJson(request);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject(body);
    request.body = body;
    return next.handle();
  }
}
