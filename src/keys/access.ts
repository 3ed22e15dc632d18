import { accountSuspended } from '../accounts/accounts.errors.js';
import { insufficientScope } from './access.errors.js';
import type { Actor, Principal } from './actor.js';
import type { Scope } from './scope.js';

/**
 * The requirement of a route. A `public` route needs no key. A `health` route also needs no place among the requests in
 * progress. An `own-guard` route is checked by its own guard, which also takes the place. A route with a scope needs a
 * key with this scope.
 */
export type Access = 'public' | 'health' | 'own-guard' | Scope;

/** @throws Problem account_suspended */
export function assertNotSuspended(principal: Principal): void {
  if (principal.suspended) throw accountSuspended();
}

/** @throws Problem insufficient_scope */
export function assertScope(actor: Actor, required: Scope): void {
  if (!actor.scopes.includes(required)) throw insufficientScope(required, actor.scopes);
}
