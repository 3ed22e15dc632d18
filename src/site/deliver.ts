import { pipeline } from 'node:stream/promises';
import type { NextFunction, Response } from 'express';
import type { Answer, StreamedAnswer } from './answer.js';

/** What Node calls a client that has gone before the answer was over: its own affair. */
const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Sends an answer: without its body to HEAD, and as 304 to a conditional request for what has not
 * changed (RFC 9110, 13.2.2; by Express). Without an answer the request goes to the next route.
 */
export async function deliver(
  answer: Answer | Promise<Answer | StreamedAnswer | undefined>,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const sent = await answer;
  if (!sent) return next();
  const { status, headers, body } = sent;
  response.status(status).set(headers);
  if (Buffer.isBuffer(body)) response.send(body);
  else await stream(body, response);
}

async function stream(body: AsyncIterable<string>, response: Response): Promise<void> {
  const { fresh, method } = response.req;
  if (fresh) response.status(304).removeHeader('Content-Type');
  if (fresh || method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(body, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== CLIENT_GONE) throw error;
  }
}
