import type { Scope } from './scope.js';

/** Whom a key proved to be calling; an account that is suspended is still known. */
export interface Principal {
  readonly keyId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly scopes: readonly Scope[];
  readonly suspended: boolean;
}
