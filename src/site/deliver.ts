import type { NextFunction, Response } from 'express';
import type { Answer } from './answer.js';

/**
 * Sends an answer: without its body to HEAD, and as 304 to a conditional request for what has not
 * changed (RFC 9110, 13.2.2; by Express). Without an answer the request goes to the next route.
 */
export async function deliver(
  answer: Promise<Answer | undefined>,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const sent = await answer;
  if (sent) response.status(sent.status).set(sent.headers).send(sent.body);
  else next();
}
