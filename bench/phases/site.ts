import { seeded } from '../documents.js';
import { Connection, type Request } from '../load.js';
import { pageRequest, searchRequest } from '../requests.js';
import type { Target } from '../stage.js';
import { addPages, PAGES, pageSlug } from './many-pages.js';
import { CALLERS, type Phase } from './phase.js';

/** Requests for the popular pages. */
const POPULAR = Array.from({ length: 32 }, (_, n) => pageRequest(pageSlug(n)));
/**
 * Words that all documents of the stock contain, words that a tenth of the documents contain, and words that a
 * thousandth of the documents contain.
 */
const QUERIES = [
  'all0',
  ...Array.from({ length: 10 }, (_, n) => `tenth${n}`),
  ...Array.from({ length: 20 }, (_, n) => `thousandth${n * 7}`),
];

/**
 * Makes a phase in which readers send the requests of `requestsOf` in a random order. The order is the same in every
 * run.
 */
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

/** Makes the requests of readers who already have the pages. */
async function conditional({ origin }: Target): Promise<Request[]> {
  const connection = new Connection(origin);
  const requests: Request[] = [];
  for (const request of POPULAR) {
    const { headers, body } = await connection.send(request);
    await body.dump();
    const tag = String(headers['etag']);
    const known = { ...request.headers, 'if-none-match': tag };
    requests.push({ ...request, headers: known, expect: 304 });
  }
  await connection.close();
  return requests;
}

/** Removes `Accept-Encoding` from a request. */
function uncoded({ headers: _, ...request }: Request): Request {
  return request;
}

export const page: Phase = {
  ...asking('page', async () => POPULAR),
  nest: true,
  prepare: addPages,
};
export const pageUnchanged: Phase = {
  ...asking('page, 304', conditional),
  nest: true,
  prepare: addPages,
};
export const pageUncompressed: Phase = {
  ...asking('page, uncompressed', async () => POPULAR.map(uncoded)),
  nest: true,
  prepare: addPages,
};

/** For each server, the index of the next page to read. The index continues from round to round. */
const places = new Map<string, number>();

export const pageFromDatabase: Phase = {
  name: 'page, not in memory',
  server: 'service',
  callers: CALLERS,
  prepare: addPages,
  async begin({ target, connections }) {
    return connections.map(({ finish }) => async () => {
      const place = places.get(target.origin) ?? 0;
      places.set(target.origin, (place + 1) % PAGES);
      await finish(pageRequest(pageSlug(place)));
      return true;
    });
  },
};

export const search: Phase = asking('search', async () => QUERIES.map(searchRequest));
