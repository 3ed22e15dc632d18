import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
  string,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type SiteApp } from '../site/site-app.js';
import { JUDGED } from './collection/collections.js';

/** Each is a search of its own. */
const RUNS = 300;
/** Of one answer, in milliseconds, on a machine that has much else to do. */
const MAX_ANSWER = 5_000;

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

const words = constantFrom(
  ...JUDGED.flatMap(({ questions }) => questions.flatMap(({ q }) => q.split(' '))),
);
const operators = constantFrom(
  ...'" “ ” « » 「 」 & | ! ( ) : * <-> <2> \\ \' ~ ^ @ # ? _ \0 - + %'.split(' '),
);
const mark = constantFrom('\u0301', '\u0323', '\u0e48', '\u064b', '\u3099', '\u094d', '\u20dd');
const query = array(
  oneof(
    { weight: 4, arbitrary: words },
    operators,
    string({ unit: 'binary', maxLength: 12 }),
    string({ unit: 'grapheme', maxLength: 12 }),
    string({ unit: mark, minLength: 1, maxLength: 400 }),
    string({
      unit: constantFrom('a', 'я', '語', '글', 'ก', 'ा', '🙂'),
      minLength: 190,
      maxLength: 210,
    }),
  ),
  { maxLength: 30 },
).map((parts) => parts.join(' '));

const request = record({
  q: query,
  locale: oneof(constantFrom('', 'en', 'ko', 'zh-Hans', 'xx'), string({ maxLength: 5 })),
  tag: oneof(constantFrom('', 'judged'), string({ maxLength: 5 })),
  page: integer({ min: -1, max: 200 }),
});

describe('the search', () => {
  it('answers whatever is asked, soon, and holds nobody else up', async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await assert(
      asyncProperty(request, async ({ q, locale, tag, page }) => {
        const asked = new URLSearchParams({ q: q.toWellFormed(), locale, tag, page: String(page) });
        const started = performance.now();
        const response = await site.get(`/search.json?${asked}`);
        expect([200, 414, 431]).toContain(response.status);
        if (response.status === 200) {
          const { hits, total } = await response.json();
          expect(hits.length).toBeLessThanOrEqual(10);
          expect(total).toBeLessThanOrEqual(1_000);
        }
        expect(performance.now() - started).toBeLessThan(MAX_ANSWER);
      }),
      { numRuns: RUNS },
    );
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(100);
  }, 600_000);
});
