import type { Scope } from './scope.js';

/** What authentication has to know of a key and its account. */
export interface KeyRecord {
  readonly keyId: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  /** Neither revoked nor expired. */
  readonly live: boolean;
  readonly accountId: string;
  readonly accountName: string;
  readonly suspended: boolean;
}
