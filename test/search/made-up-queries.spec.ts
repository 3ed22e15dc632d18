import { assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteApp } from '../site/site-app.js';
import { JUDGED } from './collection/collections.js';
import { madeUpRequest } from './made-up-request.js';

/** Each is a search of its own. */
const RUNS = 300;
/** Of one answer, in milliseconds, on a machine that has much else to do. */
const MAX_ANSWER = 5_000;
/** Of this process for one answer, in microseconds: so no gap of the event loop is longer (CONTRACT 4). */
const MAX_CPU = 100_000;

let site: SiteApp;

beforeAll(async () => {
  site = await openSite();
  for (const { documents } of JUDGED) {
    for (const { text: markdown, ...document } of documents.slice(0, 8)) {
      await site.publish({ ...document, markdown, tags: ['judged'] });
    }
  }
  await site.publish({ slug: 'marks', title: 'Marks', markdown: `a${'\u0301'.repeat(199_000)}` });
});

afterAll(() => site.close());

describe('the search', () => {
  it('answers whatever is asked, soon, and holds nobody else up', async () => {
    // What is compiled at first is no work on a question.
    for (let count = 0; count < 20; count += 1) await site.get('/search.json?q=marks+and+words');
    await assert(
      asyncProperty(madeUpRequest, async ({ q, locale, tag, page }) => {
        const asked = new URLSearchParams({ q: q.toWellFormed(), locale, tag, page: String(page) });
        const started = performance.now();
        const begun = process.cpuUsage();
        const response = await site.get(`/search.json?${asked}`);
        expect([200, 414, 431]).toContain(response.status);
        if (response.status === 200) {
          const { hits, total } = await response.json();
          expect(hits.length).toBeLessThanOrEqual(10);
          expect(total).toBeLessThanOrEqual(1_000);
        }
        expect(performance.now() - started).toBeLessThan(MAX_ANSWER);
        const { user, system } = process.cpuUsage(begun);
        expect(user + system).toBeLessThan(MAX_CPU);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
