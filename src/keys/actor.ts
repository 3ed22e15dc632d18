import type { ReleaseRule } from '../accounts/account-facts.js';
import type { Scope } from './scope.js';

/** An authenticated publisher key and its account, which may be suspended. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
  /** Who may release for the account; a publish reads the rule again from the database (contract 7). */
  readonly releaseRule: ReleaseRule;
}

/** Name and version that the client program states, at most 100 characters each (contract 8). */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/**
 * A principal, or an approver at the desk, and its channel; the first argument of service methods. At the desk, `keyId`
 * is the id of the approver.
 */
export interface Actor extends Omit<Principal, 'suspended' | 'releaseRule'> {
  readonly channel: 'http' | 'mcp' | 'desk';
  /** `null` over HTTP, at the desk, or if an MCP client states no name. */
  readonly client: ClientInfo | null;
  /** Hash of the token of the approver's session at the desk; `null` at the other interfaces. */
  readonly session: Buffer | null;
  readonly requestId: string;
}

/**
 * An account, and the key and desk session of the request that reads for it. Without `keyId`, an operator reads, or the
 * service itself.
 */
export interface Reader {
  readonly accountId: string;
  readonly keyId?: string;
  readonly session?: Buffer | null;
}

export const actorOf = (
  principal: Omit<Principal, 'releaseRule'> & Pick<Reader, 'session'>,
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
  session: principal.session ?? null,
  requestId,
});
