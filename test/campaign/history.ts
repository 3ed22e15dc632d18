import type { Channel, Order, Reply } from './interfaces.js';
import type { CampaignAccount } from './accounts.js';

/** Milliseconds of one clock, from before the first byte until after the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One sending of a request. Without a reply nobody knows what became of it. */
export interface Attempt extends Span {
  readonly node: string;
  readonly channel: Channel;
  readonly keyId: string;
  readonly waited: boolean;
  readonly reply?: Reply;
  /** Why there is no reply. */
  readonly failure?: string;
}

/** A write, or a decision at the desk, to be done once however often it is sent. */
export interface Intent {
  readonly account: CampaignAccount;
  readonly order: Order & {
    readonly operation: 'create' | 'update' | 'publish' | 'send back';
    readonly fields: Readonly<Record<string, unknown>>;
    readonly idempotencyKey: string;
  };
  readonly attempts: Attempt[];
}

/** A request that changes nothing, or must not. */
export interface Look extends Attempt {
  readonly account: CampaignAccount;
  readonly order: Order;
  /** The one code with which it must be refused; `''`: it must succeed. */
  readonly refusal: string;
}

/** A whole walk through a list. */
export interface Walk extends Span {
  readonly account: CampaignAccount;
  readonly locale: string;
  readonly ids: readonly string[];
}

/** A page as a reader of the site saw it. */
export interface PageView extends Span {
  readonly path: string;
  readonly kind: 'html' | 'markdown';
  readonly status: number;
  readonly text: string;
}

/** One sending of the bytes of a picture. */
export interface Upload extends Span {
  readonly account: CampaignAccount;
  readonly sha256: string;
  /** The path of an upload address; absent: with a key. */
  readonly address: string | undefined;
  /** Absent: no answer came, and `text` says why. */
  readonly status?: number;
  readonly text: string;
}

/** All requests and responses of the clients in one round. */
export class History {
  readonly intents: Intent[] = [];
  readonly looks: Look[] = [];
  readonly walks: Walk[] = [];
  readonly views: PageView[] = [];
  readonly uploads: Upload[] = [];

  /** Requests that were sent. */
  get operations(): number {
    const attempts = this.intents.reduce((sum, intent) => sum + intent.attempts.length, 0);
    return attempts + this.looks.length + this.views.length + this.uploads.length;
  }
}

/** Whether a reply says for good what became of a write. */
export const isFinal = (reply: Reply | undefined): reply is Reply =>
  reply !== undefined && reply.status < 500;

/**
 * The reply that accepted an intent, if one arrived. After a wait for the release it shows the publication of that
 * time, which may have a later version.
 */
export const acceptance = ({ attempts }: Intent): Reply | undefined =>
  attempts.find(({ reply, waited }) => reply?.status === 200 && !waited)?.reply;

/** Whether the result of an intent is unknown: no clear answer, and not every attempt refused. */
export const isOpen = (intent: Intent): boolean =>
  !acceptance(intent) &&
  !intent.attempts.every(({ reply }) => isFinal(reply) && reply.status !== 200);
