import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { notAnObject } from '../errors/service.errors.js';
import { readJson } from './json-body.js';

/**
 * Reads the JSON body of a write. An interceptor, not a middleware: guards come first, so that a
 * stranger is told 401 before anything is read (CONTRACT 5).
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
