import type { Interface } from '../platform/errors/problem.js';
import type { Scope } from './scope.js';

/** Whom a key proved to be calling; an account that is suspended is still known. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
}

/** Who does something, and through which channel: what every service method takes first. */
export interface Actor extends Omit<Principal, 'suspended'> {
  readonly channel: Interface;
  readonly requestId: string;
}

/** The actor that a principal is during one request. */
export const actorOf = (principal: Principal, channel: Interface, requestId: string): Actor => ({
  keyId: principal.keyId,
  accountId: principal.accountId,
  accountName: principal.accountName,
  scopes: principal.scopes,
  channel,
  requestId,
});
