import type { Channel, Order, Reply } from './interfaces.js';
import type { CampaignAccount } from './accounts.js';

/** Times in ms, by `performance.now()`: before a request is sent, and after the whole response has come. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One attempt to send a request. If no reply came, the result is unknown. */
export interface Attempt extends Span {
  readonly node: string;
  readonly channel: Channel;
  readonly keyId: string;
  readonly waited: boolean;
  readonly reply?: Reply;
  /** The reason why no reply came. */
  readonly failure?: string;
}

/**
 * A write, or a decision at the desk. The service must carry out an intent at most once, even if the intent is sent
 * several times.
 */
export interface Intent {
  readonly account: CampaignAccount;
  readonly order: Order & {
    readonly operation: 'create' | 'update' | 'publish' | 'send back';
    readonly fields: Readonly<Record<string, unknown>>;
    readonly idempotencyKey: string;
  };
  readonly attempts: Attempt[];
}

/** A request that must change nothing: a read, or a write that must be refused. */
export interface Look extends Attempt {
  readonly account: CampaignAccount;
  readonly order: Order;
  /** The only code with which the request may be refused, or `''` if the request must succeed. */
  readonly refusal: string;
}

/** One walk through all pages of a list. */
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

/** One upload of a picture. */
export interface Upload extends Span {
  readonly account: CampaignAccount;
  readonly sha256: string;
  /** Path of the upload address, or `undefined` if the upload uses a key. */
  readonly address: string | undefined;
  /** Status of the answer. If no answer came, the status is absent, and `text` is the error. */
  readonly status?: number;
  readonly text: string;
}

/** Requests and responses of all clients in one round. */
export class History {
  readonly intents: Intent[] = [];
  readonly looks: Look[] = [];
  readonly walks: Walk[] = [];
  readonly views: PageView[] = [];
  readonly uploads: Upload[] = [];

  /** All attempts of intents and looks, with their orders. */
  get requests(): readonly (Attempt & { readonly order: Order })[] {
    return [
      ...this.intents.flatMap(({ order, attempts }) => attempts.map((one) => ({ order, ...one }))),
      ...this.looks,
    ];
  }

  /** Number of requests, without the page views that got no answer. */
  get operations(): number {
    const attempts = this.intents.reduce((sum, intent) => sum + intent.attempts.length, 0);
    return attempts + this.looks.length + this.views.length + this.uploads.length;
  }
}

/** Returns whether a reply settles a write. A reply settles a write if its status is below 500. */
export const isFinal = (reply: Reply | undefined): reply is Reply =>
  reply !== undefined && reply.status < 500;

/**
 * Returns the reply that accepted an intent, if such a reply arrived. Ignores replies that came after a wait for the
 * release. Such a reply shows the publication as it is after the wait, possibly at a later version.
 */
export const acceptance = ({ attempts }: Intent): Reply | undefined =>
  attempts.find(({ reply, waited }) => reply?.status === 200 && !waited)?.reply;

/**
 * Returns whether the result of an intent is unknown: no reply accepted the intent, and at least one attempt was not
 * refused.
 */
export const isOpen = (intent: Intent): boolean =>
  !acceptance(intent) &&
  !intent.attempts.every(({ reply }) => isFinal(reply) && reply.status !== 200);
