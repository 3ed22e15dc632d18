import { Injectable } from '@nestjs/common';
import { BurstLimit } from './burst-limit.service.js';
import { KeyRecords } from './key-records.js';
import { parseKey, secretMatches } from './key-secret.js';
import { LastUsed } from './last-used.service.js';
import type { Principal } from './actor.js';

/**
 * Matches an `Authorization` header as in RFC 6750, 2.1. The name of the scheme is case-insensitive (RFC 9110, 11.1).
 */
const CREDENTIALS = /^Bearer +(\S+)$/i;

/**
 * Returns the bearer token of a header. If there is no header, or if it has another scheme, returns `undefined`. If the
 * token is malformed, returns an empty text.
 */
function bearerToken(authorization: string | undefined): string | undefined {
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
   * Checks an `Authorization` header, and counts each failure for the client's `address`. Returns the principal even if
   * its account is suspended, because each interface refuses suspended accounts in its own way.
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
    // Compares the secret even if the key is not live. So the time of a refusal does not reveal whether the secret is
    // wrong, or the key is unknown, revoked or expired.
    const matches = secretMatches(parts.secret, record.secretHash);
    if (!matches || !record.live) return undefined;
    const { keyId, accountId, accountName, scopes, suspended, releaseRule } = record;
    return { keyId, accountId, accountName, scopes, suspended, releaseRule };
  }
}
