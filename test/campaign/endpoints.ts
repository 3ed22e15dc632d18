import type { CampaignAccount } from './accounts.js';

/** A process that clients call. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
}

/** The accounts and addresses that clients use. */
export interface Endpoints {
  readonly accounts: readonly CampaignAccount[];
  readonly apis: readonly Endpoint[];
}
