import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

import { type Quota, rateLimitFields, type Usage } from './usage.js';

/** Writes the quota into the `RateLimit` fields and the usage into the body (CONTRACT 4). */
@Injectable()
export class QuotaFieldsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<Quota>): Observable<Usage> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((quota) => {
        response.set(rateLimitFields(quota));
        return quota.usage;
      }),
    );
  }
}
