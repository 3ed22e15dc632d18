import { Injectable } from '@nestjs/common';
import { keyOfPerson, keyOfProgram } from './access.errors.js';
import { ApproversService, type Person } from './approvers.service.js';
import { BurstLimit } from './burst-limit.service.js';
import { KeyRecords } from './key-records.js';
import { type KeyParts, parseKey, secretMatches } from './key-secret.js';
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

/** Authenticates the requests of both interfaces, and persons at the desk (contract 7). */
@Injectable()
export class Authentication {
  constructor(
    private readonly records: KeyRecords,
    private readonly approvers: ApproversService,
    private readonly burstLimit: BurstLimit,
    private readonly lastUsed: LastUsed,
  ) {}

  /**
   * Checks an `Authorization` header, and counts each failure for the client's `address`. Returns the principal even if
   * its account is suspended, because each interface refuses suspended accounts in its own way.
   * @throws Problem unauthorized, rate_limited after too many failures, or insufficient_scope if the token is the
   *   sign-in key of a person
   */
  async authenticate(authorization: string | undefined, address: string): Promise<Principal> {
    const token = bearerToken(authorization);
    const parts = token === undefined ? undefined : parseKey(token);
    const principal = parts?.holder === 'program' ? await this.principalOf(parts) : undefined;
    if (parts?.holder === 'person' && (await this.approvers.withKey(parts))) {
      this.burstLimit.countRequest(parts.keyId);
      throw keyOfPerson();
    }
    if (!principal) throw this.burstLimit.countFailure(address, token !== undefined);
    this.lastUsed.touch(principal.keyId);
    return principal;
  }

  /**
   * Checks the sign-in key of a person, and counts each failure for the client's `address`. Returns the person even if
   * the account is suspended.
   * @throws Problem unauthorized, rate_limited after too many failures, or insufficient_scope if `key` is a publisher
   *   key
   */
  async person(key: string, address: string): Promise<Person> {
    const parts = parseKey(key);
    if (parts?.holder === 'program' && (await this.principalOf(parts))) throw keyOfProgram();
    const person = parts?.holder === 'person' ? await this.approvers.withKey(parts) : undefined;
    if (!person) throw this.burstLimit.countFailure(address, true);
    return person;
  }

  private async principalOf(parts: KeyParts): Promise<Principal | undefined> {
    const record = await this.records.find(parts.keyId);
    // Compares the secret even if the key is not live. So the time of a refusal does not reveal whether the secret is
    // wrong, or the key is unknown, revoked or expired.
    const matches = secretMatches(parts.secret, record.secretHash);
    if (!matches || !record.live) return undefined;
    const { keyId, accountId, accountName, scopes, suspended, releaseRule } = record;
    return { keyId, accountId, accountName, scopes, suspended, releaseRule };
  }
}
