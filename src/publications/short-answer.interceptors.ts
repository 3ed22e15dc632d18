import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { KeyedRequest } from '../keys/current-actor.decorator.js';
import { COMPARED_FIELDS } from '../documents/revision.js';
import type { WriteOutcome } from './publications.service.js';
import { shortAnswer } from './short-answer.js';

/**
 * Shortens the answer to an update or a publish for a key without `read`, so that no such key learns what it did not
 * send (contract 4). Must run before the interceptor of `@Idempotent`.
 */
@Injectable()
export class ShortAnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<WriteOutcome>): Observable<object> {
    const { actor } = context.switchToHttp().getRequest<KeyedRequest>();
    if (actor.scopes.includes('read')) return next.handle();
    return next.handle().pipe(
      map((outcome) => {
        const publication = shortAnswer(outcome.publication, this.changedFields(outcome));
        return Object.assign({}, outcome, { publication });
      }),
    );
  }

  protected changedFields({ changedFields }: WriteOutcome): readonly string[] {
    return changedFields;
  }
}

/** Does the same for a create, which makes every field. */
@Injectable()
export class ShortCreateAnswerInterceptor extends ShortAnswerInterceptor {
  protected override changedFields(): readonly string[] {
    return COMPARED_FIELDS;
  }
}
