import { Injectable } from '@nestjs/common';
import { BurstLimit } from './burst-limit.service.js';
import { KeyRecords } from './key-records.js';
import { parseKey, secretMatches } from './key-secret.js';
import { LastUsed } from './last-used.service.js';
import type { Principal } from './actor.js';

/** Format of RFC 6750, 2.1; the name of the scheme is case-insensitive (RFC 9110, 11.1). */
const CREDENTIALS = /^Bearer +(\S+)$/i;

/** The bearer token; `undefined` without a header or with another scheme; empty if the token is malformed. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Bearer\b/i.test(authorization)) return undefined;
  return CREDENTIALS.exec(authorization)?.[1] ?? '';
}

/** Authenticates requests of both interfaces (contract 7). */
@Injectable()
export class Authentication {
  constructor(
    private readonly records: KeyRecords,
    private readonly burstLimit: BurstLimit,
    private readonly lastUsed: LastUsed,
  ) {}

  /**
   * Checks an `Authorization` header, and counts failures by the `address` of the client. Returns the principal of a
   * suspended account as well, because each interface refuses it in its own way.
   * @throws Problem unauthorized, or rate_limited after too many failures
   */
  async authenticate(authorization: string | undefined, address: string): Promise<Principal> {
    const token = bearerToken(authorization);
    const principal = token === undefined ? undefined : await this.principalOf(token);
    if (!principal) throw this.burstLimit.countFailure(address, token !== undefined);
    this.lastUsed.touch(principal.keyId);
    return principal;
  }

  private async principalOf(token: string): Promise<Principal | undefined> {
    const parts = parseKey(token);
    if (!parts) return undefined;
    const record = await this.records.find(parts.keyId);
    // Compares in any case, so that refusing a key that is not live takes as long as refusing a wrong secret.
    const matches = secretMatches(parts.secret, record.secretHash);
    if (!matches || !record.live) return undefined;
    const { keyId, accountId, accountName, scopes, suspended, releaseRule } = record;
    return { keyId, accountId, accountName, scopes, suspended, releaseRule };
  }
}
