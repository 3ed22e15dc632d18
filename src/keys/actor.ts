import type { Door } from '../platform/errors/problem.js';
import type { Scope } from './scope.js';

/** Whom a key proved to be calling; an account that is suspended is still known. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
}

/** Who does something, and through which door: what every service method takes first. */
export interface Actor extends Omit<Principal, 'suspended'> {
  readonly door: Door;
  readonly requestId: string;
}

/** The actor that a principal is during one request. */
export const actorOf = (principal: Principal, door: Door, requestId: string): Actor => ({
  keyId: principal.keyId,
  accountId: principal.accountId,
  accountName: principal.accountName,
  scopes: principal.scopes,
  door,
  requestId,
});
