import { readFileSync } from 'node:fs';
import { assert, asyncProperty } from 'fast-check';
import { expect } from 'vitest';
import { openSite, type SiteApp } from '../site/site-app.js';
import { JUDGED } from './collection/collections.js';
import { madeUpRequest } from './made-up-request.js';

/** Maximum time of an answer on a busy machine, in ms. */
const MAX_ANSWER = 5_000;
/**
 * Maximum processor time of this thread for an answer, in ms. Unlike the length of a gap in the
 * event loop (contract 4), processor time does not depend on the load of the machine. Garbage
 * collection in other threads does not count, because it blocks no request.
 */
const MAX_CPU = 100;

/** Returns the processor time that this thread has used so far, in ms. */
const cpu = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** Opens a site in this process, with documents of all locales and one document of combining marks. */
export async function siteToAsk(): Promise<SiteApp> {
  const site = await openSite();
  for (const { documents } of JUDGED) {
    for (const { text: markdown, ...document } of documents.slice(0, 8)) {
      await site.publish({ ...document, markdown, tags: ['judged'] });
    }
  }
  await site.publish({ slug: 'marks', title: 'Marks', markdown: `a${'\u0301'.repeat(199_000)}` });
  // Runs the code before the measurements, so that its compilation does not count.
  for (let count = 0; count < 20; count += 1) await site.get('/search.json?q=marks+and+words');
  return site;
}

/** Sends `numRuns` random searches one by one, and checks the time and the processor time of each answer. */
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
