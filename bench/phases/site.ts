import { seeded } from '../documents.js';
import { Connection, type Request } from '../load.js';
import { pageRequest, Requests, searchRequest } from '../requests.js';
import type { Target } from '../stage.js';
import { CALLERS, type Phase } from './phase.js';
import { release } from './releases.js';

const PAGES = 32;
const SLUGS = Array.from({ length: PAGES }, (_, index) => `page-of-the-bench-${index}`);
/** Words of every document of the stock, of a tenth of them, and of a few. */
const QUERIES = [
  'all0',
  ...Array.from({ length: 10 }, (_, n) => `tenth${n}`),
  ...Array.from({ length: 20 }, (_, n) => `thousandth${n * 7}`),
];

/** Publishes the pages that are read, as any document is: the service renders them. */
async function publishPages(target: Target): Promise<void> {
  const connection = new Connection(target.origin);
  const requests = new Requests(target);
  for (const slug of SLUGS) {
    const { id } = await connection.json<{ id: string }>(requests.create(slug));
    await release(connection, requests, id, 1);
  }
  await connection.close();
}

/** What every reader asks for over and over: one of these requests, in an order that is always the same. */
function asking(
  name: string,
  requestsOf: (target: Target) => Promise<readonly Request[]>,
): Omit<Phase, 'prepare'> {
  return {
    name,
    server: 'service',
    callers: CALLERS,
    async begin({ target, connections }) {
      const requests = await requestsOf(target);
      const random = seeded(requests.length);
      return connections.map(({ finish }) => async () => {
        await finish(requests[Math.floor(random() * requests.length)]!);
        return true;
      });
    },
  };
}

/** Requests by readers who have the pages already. */
async function conditional({ origin }: Target): Promise<Request[]> {
  const connection = new Connection(origin);
  const requests: Request[] = [];
  for (const request of SLUGS.map(pageRequest)) {
    const { headers, body } = await connection.send(request);
    await body.dump();
    const tag = String(headers['etag']);
    requests.push({ ...request, headers: { 'if-none-match': tag }, expect: 304 });
  }
  await connection.close();
  return requests;
}

export const page: Phase = {
  ...asking('page', async () => SLUGS.map(pageRequest)),
  prepare: publishPages,
};
/** After `page`, which makes the pages. */
export const pageUnchanged: Phase = asking('page, 304', conditional);
export const search: Phase = asking('search', async () => QUERIES.map(searchRequest));
