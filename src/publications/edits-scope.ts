import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { assertScope } from '../keys/access.js';
import type { Actor } from '../keys/actor.js';
import type { KeyedRequest } from '../keys/current-actor.decorator.js';

/**
 * Checks the scope `read` if the body of an update, or the arguments of the tool, have edits: the answer to a failed
 * edit shows lines of the content (contract 2, "Edits").
 * @throws Problem `insufficient_scope`
 */
export function assertEditsScope(actor: Actor, input: unknown): void {
  const { edits = null } = (input ?? {}) as { readonly edits?: unknown };
  if (edits !== null) assertScope(actor, 'read');
}

/** Checks the scope directly after the body is read, before the idempotency key and the fields (contract 5). */
@Injectable()
export class EditsScopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor, body } = context.switchToHttp().getRequest<KeyedRequest>();
    assertEditsScope(actor, body);
    return next.handle();
  }
}
