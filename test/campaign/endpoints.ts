import type { CampaignAccount } from './accounts.js';

/** A process that clients call. */
export interface Endpoint {
  readonly name: string;
  readonly url: string;
}

/** Who calls, and where: all that clients need to be at work. */
export interface Endpoints {
  readonly accounts: readonly CampaignAccount[];
  readonly apis: readonly Endpoint[];
}
