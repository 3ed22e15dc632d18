import type { ReleaseRule } from '../accounts/release-rule.js';
import type { Scope } from './scope.js';

/** Whom a key proved to be calling; an account that is suspended is still known. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
  /** Who may release for the account; a publish asks the database itself (contract 7). */
  readonly releaseRule: ReleaseRule;
}

/** The program that is connected, as it names itself: at most 100 characters each (contract 8). */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** Who does something, and through which channel: what every service method takes first. */
export interface Actor extends Omit<Principal, 'suspended' | 'releaseRule'> {
  readonly channel: 'http' | 'mcp' | 'desk';
  /** `null`: it does not say. */
  readonly client: ClientInfo | null;
  readonly requestId: string;
}

export const actorOf = (
  principal: Omit<Principal, 'releaseRule'>,
  channel: Actor['channel'],
  requestId: string,
  client: ClientInfo | null = null,
): Actor => ({
  keyId: principal.keyId,
  accountId: principal.accountId,
  accountName: principal.accountName,
  scopes: principal.scopes,
  channel,
  client,
  requestId,
});
