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
 * Checks the scope `read` if an update has edits. This scope is needed, because the answer to a failed edit tells in
 * which lines of the content a text occurs (contract 2, "Edits").
 * @param input the body of the update, or the arguments of the tool
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
