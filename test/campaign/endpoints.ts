import type { CampaignAccount } from './accounts.js';

/** A process that clients call. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
}

/** Accounts and addresses: everything that clients need to work. */
export interface Endpoints {
  readonly accounts: readonly CampaignAccount[];
  readonly apis: readonly Endpoint[];
}
