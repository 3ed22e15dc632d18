import { readFileSync } from 'node:fs';
import { assert, asyncProperty } from 'fast-check';
import { expect } from 'vitest';
import { openSite, type SiteApp } from '../site/site-app.js';
import { JUDGED } from './collection/collections.js';
import { madeUpRequest } from './made-up-request.js';

/** Milliseconds for one answer on a busy machine. */
const MAX_ANSWER = 5_000;
/**
 * CPU of this thread for one answer, in milliseconds: so no gap of the event loop is longer (contract 4), whoever
 * else wants the processors. Other threads of the process collect garbage meanwhile, and hold nobody up.
 */
const MAX_CPU = 100;

/** CPU that this thread has had so far, in milliseconds. */
const cpu = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** A site in this process, with documents of all locales and one that is nothing but marks. */
export async function siteToAsk(): Promise<SiteApp> {
  const site = await openSite();
  for (const { documents } of JUDGED) {
    for (const { text: markdown, ...document } of documents.slice(0, 8)) {
      await site.publish({ ...document, markdown, tags: ['judged'] });
    }
  }
  await site.publish({ slug: 'marks', title: 'Marks', markdown: `a${'\u0301'.repeat(199_000)}` });
  // Warms up, so that compiling does not count.
  for (let count = 0; count < 20; count += 1) await site.get('/search.json?q=marks+and+words');
  return site;
}

/** Asks `numRuns` questions one by one: each is answered soon and blocks no other request. */
export async function askOneByOne(site: SiteApp, numRuns: number): Promise<void> {
  await assert(
    asyncProperty(madeUpRequest, async ({ q, locale, tag, page }) => {
      const asked = new URLSearchParams({ q: q.toWellFormed(), locale, tag, page: String(page) });
      const started = performance.now();
      const begun = cpu();
      const response = await site.get(`/search.json?${asked}`);
      expect([200, 414, 431]).toContain(response.status);
      if (response.status === 200) {
        const { hits, total } = await response.json();
        expect(hits.length).toBeLessThanOrEqual(10);
        expect(total).toBeLessThanOrEqual(1_000);
      }
      expect(performance.now() - started).toBeLessThan(MAX_ANSWER);
      expect(cpu() - begun).toBeLessThan(MAX_CPU);
    }),
    { numRuns },
  );
}
