import { assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../setup/desk.js';
import { released } from '../setup/released.js';
import { JUDGED } from './collection/collections.js';
import { madeUpRequest } from './made-up-request.js';
import { askOneByOne, siteToAsk } from './made-up-site.js';

const RUNS = 20_000;
/** Number of callers at the same time. */
const CALLERS = 4;
/** Maximum time of an answer on a busy machine, in ms. */
const MAX_ANSWER = 5_000;

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
  for (const { documents } of JUDGED) {
    for (const { locale, slug, title, text: content } of documents.slice(0, 12)) {
      await released(desk.api, { locale, slug, title, content, tags: ['judged'] });
    }
  }
}, 300_000);
afterAll(() => desk.close());

/** Sends the searches of one caller. Each caller has its own seed, so the callers send different searches. */
async function askAll(caller: number): Promise<void> {
  const ask = asyncProperty(madeUpRequest, async ({ q, locale, tag, page }) => {
    const words = { q: q.toWellFormed() };
    const asked = new URLSearchParams({ ...words, locale, tag, page: String(page) });
    const started = performance.now();
    const site = await desk.api.request('GET', `/search.json?${asked}`);
    expect([200, 414, 431]).toContain(site.status);
    const own = await desk.api.list(`?${new URLSearchParams(words)}`);
    expect([200, 414, 431]).toContain(own.status);
    expect(performance.now() - started).toBeLessThan(2 * MAX_ANSWER);
  });
  await assert(ask, { numRuns: RUNS / CALLERS, seed: 1_795_219_200 + caller });
}

describe('20,000 made-up queries', () => {
  it('[4.list-q-words] [9.search] are answered with 200, 414 or 431 within 10 s, on the site and in the list of an account', async () => {
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => askAll(caller)));
  }, 3_600_000);

  it('[9.search] take less than 100 ms of processor time each in the thread of the site', async () => {
    const site = await siteToAsk();
    try {
      await askOneByOne(site, RUNS);
    } finally {
      await site.close();
    }
  }, 3_600_000);
});
