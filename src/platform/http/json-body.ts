import express, { type Request, type Response } from 'express';
import { invalidJson, payloadTooLarge, unsupportedMediaType } from '../errors/service.errors.js';

/** Bytes of a request body at most, at both doors (CONTRACT 6). */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;

const readRaw = express.raw({ limit: MOST_BODY_BYTES, inflate: false, type: () => true });

const NO_BYTES = new Uint8Array();

/**
 * Reads a body as JSON, whatever its type.
 * @throws Problem `unsupported_media_type`, `payload_too_large`, `invalid_json`
 */
export async function readJson(request: Request, response: Response): Promise<unknown> {
  // `null` is no body at all: that is no JSON, whatever it was declared as.
  if (request.is('application/json') === false) throw unsupportedMediaType();
  return parse(await read(request, response));
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
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidJson();
  }
}
