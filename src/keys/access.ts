import { accountSuspended } from '../accounts/accounts.errors.js';
import { insufficientScope } from './access.errors.js';
import type { Actor, Principal } from './actor.js';
import type { Scope } from './scope.js';

/**
 * The requirement of a route. A `public` route needs no key. An `own-guard` route is checked by its own guard. A route
 * with a scope needs a key with this scope.
 */
export type Access = 'public' | 'own-guard' | Scope;

/** @throws Problem account_suspended */
export function assertNotSuspended(principal: Principal): void {
  if (principal.suspended) throw accountSuspended();
}

/** @throws Problem insufficient_scope */
export function assertScope(actor: Actor, required: Scope): void {
  if (!actor.scopes.includes(required)) throw insufficientScope(required, actor.scopes);
}
