import type { NextFunction, Request, Response } from 'express';
import { malformedRequest } from '../errors/service.errors.js';

/**
 * Refuses a request of HTTP/1.1 without `Host` (RFC 9112 3.2). Node would do so itself, but without a
 * request id, a problem or a line in the log (CONTRACT 4, 6).
 */
export function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const isLacking = request.httpVersion === '1.1' && request.headers.host === undefined;
  next(isLacking ? malformedRequest() : undefined);
}
