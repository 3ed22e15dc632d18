import type { Scope } from './scope.js';

/** What authentication has to know of a key id that was sent, and of the account behind it. */
export interface KeyRecord {
  readonly keyId: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  /** Known, and neither revoked nor expired. */
  readonly live: boolean;
  readonly accountId: string;
  readonly accountName: string;
  readonly suspended: boolean;
}
