import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { accountSuspended } from '../accounts/accounts.errors.js';
import { ACCESS } from '../platform/http/public-route.decorator.js';
import { insufficientScope } from './access.errors.js';
import type { Actor, Principal } from './actor.js';
import type { Scope } from './scope.js';

/** What a route requires: no key, the route's own guard, or a key with this scope. */
export type Access = 'public' | 'own-guard' | Scope;

/** Access that a route or its controller declares; if `undefined`, the guard refuses every request. */
export const declaredAccess = (
  reflector: Reflector,
  context: ExecutionContext,
): Access | undefined =>
  reflector.getAllAndOverride<Access | undefined>(ACCESS, [
    context.getHandler(),
    context.getClass(),
  ]);

/** @throws Problem account_suspended */
export function assertNotSuspended(principal: Principal): void {
  if (principal.suspended) throw accountSuspended();
}

/** @throws Problem insufficient_scope */
export function assertScope(actor: Actor, required: Scope): void {
  if (!actor.scopes.includes(required)) throw insufficientScope(required, actor.scopes);
}
