import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { rateLimitFields } from '../quota/rate-limit-fields.js';
import type { Quota } from '../quota/usage.js';
import { idempotencyKey, unquoted } from './idempotency-key.js';
import type { KeyedWriteRequest } from './idempotency-key.decorator.js';

/** What the handler of a write returns: the answer, and how it came about. */
interface Outcome {
  readonly publication: object;
  readonly replayed: boolean;
  readonly quota: Quota;
}

/**
 * The HTTP face of `AcceptedWritesService`: checks the header before the fields are looked at, and
 * turns a replayed outcome into its header after (CONTRACT 4, 5).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Outcome>): Observable<object> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedWriteRequest>();
    const header = request.get('idempotency-key');
    request.idempotencyKey = idempotencyKey(header === undefined ? undefined : unquoted(header));
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map(({ publication, replayed, quota }) => {
        response.set(rateLimitFields(quota));
        if (replayed) response.set('Idempotent-Replayed', 'true');
        return publication;
      }),
    );
  }
}
