import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import {
  invalidJson,
  notAnObject,
  payloadTooLarge,
  unsupportedMediaType,
} from '../errors/service.errors.js';

/** Bytes of a request body at most, at both doors (CONTRACT 6). */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;

const readRaw = express.raw({ limit: MOST_BODY_BYTES, inflate: false, type: () => true });

const NO_BYTES = new Uint8Array();

/**
 * Reads the JSON body of a write. An interceptor, not a middleware: guards come first, so that a
 * stranger is told 401 before anything is read (CONTRACT 5).
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // `null` is no body at all: that is no JSON, whatever it was declared as.
    if (request.is('application/json') === false) throw unsupportedMediaType();
    request.body = parse(await read(request, http.getResponse<Response>()));
    return next.handle();
  }
}

function read(request: Request, response: Response): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    readRaw(request, response, (error?: unknown) => {
      if (error === undefined) resolve((request.body as Uint8Array | undefined) ?? NO_BYTES);
      else reject(bodyProblem(error));
    });
  });
}

function bodyProblem(error: unknown): unknown {
  switch ((error as { type?: string }).type) {
    case 'entity.too.large':
      return payloadTooLarge(MOST_BODY_BYTES);
    case 'encoding.unsupported':
      return unsupportedMediaType();
    case 'request.aborted':
    case 'request.size.invalid':
      return invalidJson();
    default:
      return error;
  }
}

/** Bytes that are no UTF-8 are refused, not replaced: a document is stored as it was sent. */
function parse(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject();
  return value;
}
