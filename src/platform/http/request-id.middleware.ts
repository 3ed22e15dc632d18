import type { NextFunction, Request, Response } from 'express';
import { newId } from '../ids/ids.js';
import type { ServiceRequest } from './service-request.js';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request an id, the caller's where it is fit, and every answer the same (CONTRACT 4). */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const id = given !== undefined && ACCEPTABLE.test(given) ? given : newId();
  (request as ServiceRequest).requestId = id;
  response.set('X-Request-Id', id);
  next();
}
