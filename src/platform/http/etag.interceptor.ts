import { createHash } from 'node:crypto';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

/**
 * Tags an answer by its bytes, so that the tag changes with any member (CONTRACT 4). Express answers
 * 304 where `If-None-Match` names the tag.
 */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        const body = JSON.stringify(answer);
        const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
        response.type('application/json').set('ETag', `"${tag}"`);
        return body;
      }),
    );
  }
}
