import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab, type Visit } from '../setup/browser.js';
import { openShowcase, PAGE_KINDS, type PageKind, type Showcase } from '../site/showcase.js';
import { PHONE, WITH_AXE } from './looks.js';

/** The head of a page, as search engines read it. */
interface Head {
  readonly title: string;
  readonly lang: string;
  readonly viewport: string | null;
  readonly descriptions: readonly string[];
  readonly robots: readonly string[];
  readonly canonical: readonly string[];
  readonly languages: readonly (readonly [language: string, address: string])[];
}

const HEAD = `(() => {
  const all = (selector, name) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  return {
    title: document.title,
    lang: document.documentElement.lang,
    viewport: all('meta[name="viewport"]', 'content')[0] ?? null,
    descriptions: all('meta[name="description"]', 'content'),
    robots: all('meta[name="robots"]', 'content'),
    canonical: all('link[rel="canonical"]', 'href'),
    languages: [...document.querySelectorAll('head link[hreflang]')].map((link) => [link.hreflang, link.href]),
  };
})()`;

/** Code that scrolls to the end and back, and resolves with all layout shifts since the page began to load. */
const SHIFTS = `new Promise((resolve) => {
  const seen = [];
  new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true });
  scrollTo(0, document.scrollingElement.scrollHeight);
  setTimeout(() => scrollTo(0, 0), 150);
  setTimeout(() => resolve(seen), 300);
})`;

const BLOCKING = `performance.getEntriesByType('resource')
  .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
  .map(({ name }) => new URL(name).pathname.replace(/\\.[0-9a-f]+\\.css$/, '.css'))`;

/** Code that returns the texts smaller than 12 pixels. */
const SMALL = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const { parentElement: holder, data } = walker.currentNode;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (data.trim() !== '' && size < 12 && holder.checkVisibility()) small.push([holder.outerHTML, size]);
  }
  return small;
})()`;

/** Pattern of the violations that come from the order of the headings in the content. The author chooses this order. */
const OF_THE_AUTHOR = /^heading-order: <h\d id="s-/;

/** Returns the violations of axe's rules beyond WCAG A and AA, and the touch targets that are too small. */
async function recommendations({ page }: Visit): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: tester } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await tester.run({
      runOnly: { type: 'tag', values: ['best-practice', 'wcag22aa', 'cat.text-alternatives'] },
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
  return found.filter((violation) => !OF_THE_AUTHOR.test(violation));
}

describe.runIf(browserTestsRun(import.meta.filename))('a page', () => {
  let showcase: Showcase;
  let tab: Tab;

  beforeAll(async () => {
    [showcase, tab] = await Promise.all([openShowcase(), Tab.open({ ...WITH_AXE, ...PHONE })]);
  });
  afterAll(async () => {
    await Promise.all([tab?.close(), showcase?.close()]);
  });

  const visit = (kind: PageKind): Promise<Visit> => tab.visit(showcase.addresses[kind], PHONE);

  it.each(PAGE_KINDS)(
    '[9.weight] [9.page-wcag] has no layout shift, waits for one style sheet only, and has legible text and large touch targets: %s',
    async (kind) => {
      const made = await visit(kind);
      expect(await made.page.evaluate(SHIFTS)).toEqual([]);
      expect(await made.page.evaluate(BLOCKING)).toEqual(['/assets/site.css']);
      expect(await made.page.evaluate(SMALL)).toEqual([]);
      expect(await recommendations(made)).toEqual([]);
    },
  );

  it.each(PAGE_KINDS)(
    '[9.page-canonical] has a title, a language, a viewport, the right canonical link, and only valid alternate links: %s',
    async (kind) => {
      const { page, status } = await visit(kind);
      const head = await page.evaluate<Head>(HEAD);
      const { pathname, search } = new URL(page.url());
      expect(head.title.length).toBeGreaterThan(10);
      expect(Intl.getCanonicalLocales(head.lang)).toEqual([head.lang]);
      expect(head.viewport).toBe('width=device-width, initial-scale=1');
      const isListed = status === 200 && head.robots.length === 0;
      const newest = /^(.+)@\d+$/.exec(pathname)?.[1] ?? (isListed ? pathname + search : undefined);
      expect(head.canonical).toEqual(newest === undefined ? [] : [showcase.desk.url + newest]);
      for (const [language, address] of head.languages) {
        expect(Intl.getCanonicalLocales(language)).toEqual([language]);
        expect(new URL(address).pathname.split('/')[1]).toBe(language);
      }
    },
  );

  it('[9.page-metadata] has the description of the document as its meta description', async () => {
    const { page } = await visit('a document in Korean');
    const { descriptions } = await page.evaluate<Head>(HEAD);
    expect(descriptions).toEqual(['초안에서 공개까지: 검토한 판만 공개됩니다.']);
  });
});
