import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { preferredWait } from './prefer-wait.js';

/** Says in a successful answer that the preferred wait was honoured (RFC 7240, CONTRACT 4). */
@Injectable()
export class PreferenceAppliedInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const seconds = preferredWait(http.getRequest<Request>().get('prefer'));
    if (seconds === undefined) return next.handle();
    const response = http.getResponse<Response>();
    return next.handle().pipe(tap(() => response.set('Preference-Applied', `wait=${seconds}`)));
  }
}
