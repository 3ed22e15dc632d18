import { accountSuspended } from '../accounts/accounts.errors.js';
import { insufficientScope } from './access.errors.js';
import type { Actor } from './actor.js';
import type { Principal } from './principal.js';
import type { Scope } from './scope.js';

/** @throws Problem account_suspended */
export function assertNotSuspended(principal: Principal): void {
  if (principal.suspended) throw accountSuspended();
}

/** @throws Problem insufficient_scope */
export function assertScope(actor: Actor, required: Scope): void {
  if (!actor.scopes.includes(required)) throw insufficientScope(required, actor.scopes);
}
