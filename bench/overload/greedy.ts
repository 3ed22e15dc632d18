import { once } from 'node:events';
import { Pool } from 'undici';
import { markdown } from '../documents.js';
import { searchRequest, Requests } from '../requests.js';
import type { Request } from '../load.js';
import type { Target } from '../stage.js';

/** The request that a greedy caller repeats. */
export type Greed = 'search' | 'list' | 'create' | 'publish';

/** Message that starts greedy callers. */
export interface GreedyWish {
  readonly greed: Greed;
  readonly target: Pick<Target, 'origin' | 'key' | 'accountId'>;
  readonly connections: number;
  /** Ids of the drafts that `publish` publishes, each once. */
  readonly drafts: readonly string[];
}

/** Number of answers of each kind. */
export interface GreedyAnswers {
  readonly answered: number;
  readonly unavailable: number;
  readonly otherwise: number;
}

const [{ greed, target, connections, drafts }] = (await once(process, 'message')) as [GreedyWish];
const pool = new Pool(target.origin, { connections, pipelining: 1 });
const requests = new Requests(target as Target);
const content = markdown();
let asked = 0;

const REQUESTS: Record<Greed, () => Request | undefined> = {
  search: () =>
    searchRequest(
      content
        .split(/\W+/)
        .slice(asked % 100, (asked % 100) + 3)
        .join(' '),
    ),
  list: () => requests.list({ limit: 100, state: 'draft', tag: `tag-${asked % 100}` }),
  create: () => requests.create(`greedy-${asked}-${process.hrtime.bigint()}`),
  publish: () => (asked <= drafts.length ? requests.publish(drafts[asked - 1]!, 1) : undefined),
};

const tally = { answered: 0, unavailable: 0, otherwise: 0 };
let stopped = false;

async function work(): Promise<void> {
  while (!stopped) {
    asked += 1;
    const request = REQUESTS[greed]();
    if (!request) return;
    const { expect, ...wish } = request;
    try {
      const { statusCode, body } = await pool.request(wish);
      await body.dump({ limit: 10_000_000 });
      if (statusCode === expect) tally.answered += 1;
      else if (statusCode === 503) tally.unavailable += 1;
      else tally.otherwise += 1;
    } catch {
      tally.otherwise += 1;
    }
  }
}

const toldToStop = once(process, 'message').then(() => (stopped = true));
// Waits for the message even if all work has already ended.
await Promise.all([toldToStop, ...Array.from({ length: connections }, work)]);
await pool.destroy();
process.send!(tally, () => process.disconnect());
