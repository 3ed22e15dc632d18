import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, openBrowser } from '../setup/browser.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted } from '../setup/refusal.js';
import { CORPUS } from '../site/hostile/corpus.js';
import type { HostileDocument } from '../site/hostile/hostile-document.js';
import { PHONE } from './looks.js';

const HARMLESS = {
  title: 'Plain',
  description: '',
  tags: [],
  sources: [],
  author: { kind: 'person', name: 'Someone' },
  content: 'Plain.',
};
/**
 * The test opens every fifth preview. More previews are not necessary, because a preview and its page have the same
 * article (previews.spec).
 */
const PREVIEW_EVERY = 5;
/** Number of concurrent releases. This number is high enough to keep the worker busy. */
const LANES = 4;
/** Pause between two requests to the API, in ms. With this pause, the requests add little load. */
const PAUSE_MS = 50;
/** Maximum time of a test, in ms. A test opens hundreds of pages, and the machine may be busy. */
const PATIENCE_MS = 600_000;

/** A hostile document after its release. If the release failed, `failure` is the code of the error. */
interface Released {
  readonly name: string;
  readonly url: string;
  /** Address of the preview of the same revision. */
  readonly preview: string;
  /** Address of the page that shows the changes in a later, harmless revision. */
  readonly changes: string;
  readonly failure: string | undefined;
}

describe.runIf(browserTestsRun(import.meta.filename))('hostile documents in a browser', () => {
  let desk: Desk;
  let context: BrowserContext;
  let page: Page;
  /** Events that no document may cause. */
  let mischief: string[];

  beforeAll(async () => {
    // With a rate limit, the service would refuse requests of the tests.
    const unlimited = { RATE_LIMIT_PER_MINUTE: '0' };
    desk = await openDesk(unlimited);
    context = await (await openBrowser()).newContext(PHONE);
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      mischief.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => mischief.push(`script ${error.message}`));
    page.on('console', (message) => {
      // A document may name pictures of the site that do not exist. The browser logs this message for such a picture.
      if (!/Failed to load resource/.test(message.text())) mischief.push(message.text());
    });
    context.on('page', (other) => mischief.push(`window ${other.url()}`));
    await context.route(
      (url) => url.origin !== desk.url,
      (route) => {
        const request = route.request();
        mischief.push(`request ${request.resourceType()} ${request.url()}`);
        return route.abort();
      },
    );
  });
  afterAll(async () => {
    await context?.close();
    await desk?.close();
  });

  /** Releases a document, waits for the end of its release and indexing, and then writes a harmless revision. */
  async function release({ name, fields }: HostileDocument): Promise<Released> {
    const created = expectAccepted(await desk.api.create(newDocument(fields)), 201);
    const wait = { Prefer: 'wait=30' };
    expectAccepted(await desk.api.publish(created.id, { expectedVersion: 1 }), 202);
    let now = created;
    do {
      now = expectAccepted(await desk.api.read(created.id, wait), 200);
    } while (now.state === 'publishing' || now.indexStatus === 'pending');
    const { url: preview } = await previewOf(desk.api, created.id);
    expectAccepted(await desk.api.update(created.id, { expectedVersion: 1, ...HARMLESS }), 200);
    const changes = `${(await previewOf(desk.api, created.id)).url}/changes`;
    return { name, url: now.url, preview, changes, failure: now.publishError?.code };
  }

  async function releaseAll(documents: readonly HostileDocument[]): Promise<Released[]> {
    const waiting = [...documents];
    const released: Released[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        released.push(await release(next));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return released;
  }

  /** Opens pages, dispatches events on the elements of each page, and returns the faults. */
  async function faultsOf(...addresses: readonly string[]): Promise<unknown> {
    mischief = [];
    const faults: unknown[] = [];
    for (const address of addresses) {
      const answer = await page.goto(address, { waitUntil: 'load' });
      if (![200, 422].includes(answer!.status())) faults.push([address, answer!.status()]);
      faults.push(...(await page.evaluate<unknown[]>(INSPECTION)));
    }
    return { faults, mischief };
  }

  it.each(Object.keys(CORPUS).filter((kind) => kind !== 'sizes'))(
    '[9.no-script] [9.no-style] [9.no-frame-no-form] [9.hostile] [9.preview-hostile] do no harm with their %s',
    async (kind) => {
      const released = await releaseAll(CORPUS[kind]!);
      for (const [index, document] of released.entries()) {
        expect({ ...document, failure: undefined }).toEqual(document);
        const { name, url, preview, changes } = document;
        const pages = index % PREVIEW_EVERY === 0 ? [url, preview, changes] : [url, changes];
        expect({ name, seen: await faultsOf(...pages) }).toEqual({
          name,
          seen: { faults: [], mischief: [] },
        });
      }
    },
    PATIENCE_MS,
  );

  it(
    '[9.never-stalls-api] [9.hostile] [9.preview-hostile] do no harm with their size, and the API answers while they are released',
    async () => {
      let isOver = false;
      const answered = (async () => {
        const statuses: number[] = [];
        while (!isOver) {
          statuses.push((await desk.api.usage()).status);
          await sleep(PAUSE_MS);
        }
        return statuses;
      })();
      const released = await releaseAll(CORPUS['sizes']!).finally(() => (isOver = true));
      const statuses = await answered;
      // All these requests were sent while documents were being released.
      expect(statuses.length).toBeGreaterThan(released.length);
      expect(new Set(statuses)).toEqual(new Set([200]));
      for (const { name, url, preview, changes, failure } of released) {
        const seen = await Promise.all([url, preview].map(async (at) => (await fetch(at)).status));
        expect(failure ?? 'render_failed').toMatch(/^render_(?:failed|timeout)$/);
        // If the release timed out, the preview can still succeed. So the test does not compare the status of such a
        // preview.
        const isSlow = failure === 'render_timeout';
        expect({ name, failure, seen: isSlow ? seen.slice(0, 1) : seen }).toEqual({
          name,
          failure,
          seen: isSlow ? [404] : failure ? [404, 422] : [200, 200],
        });
        const pages = failure ? [preview] : [url, preview, changes];
        expect({ name, seen: await faultsOf(...pages) }).toEqual({
          name,
          seen: { faults: [], mischief: [] },
        });
      }
    },
    PATIENCE_MS,
  );
});

/** Code that runs in the page. It dispatches events, and checks the parts that a document must not change. */
const INSPECTION = `(() => {
  const articles = document.querySelectorAll('article');
  const article = articles[0] ?? document.querySelector('main > div');
  for (const element of [...article.querySelectorAll('*')].slice(0, 500)) {
    for (const type of ['mouseover', 'focus', 'toggle', 'error', 'load', 'animationstart', 'begin']) {
      element.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
  const faults = [];
  const expect = (what, seen, wanted) => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) faults.push({ what, seen });
  };
  const tags = (elements) => [...elements].map((element) => element.tagName.toLowerCase());
  expect('frame', tags(document.body.children), ['a', 'header', 'main']);
  expect('main', tags(document.querySelector('main').children), ['div']);
  const isArticle = !location.pathname.endsWith('/changes') && !document.querySelector('.message');
  expect('articles', articles.length, isArticle ? 1 : 0);
  expect('scripts', [...document.scripts].map(({ type }) => type),
    location.pathname.startsWith('/preview/') ? [] : ['application/ld+json']);
  expect('styles', document.styleSheets.length, 1);
  expect('style attributes', document.querySelectorAll('[style], style').length, 0);
  expect('frames', window.frames.length, 0);
  expect('forms', [...document.forms].map(({ action }) => new URL(action).pathname), ['/search']);
  expect('fields', article.querySelectorAll(':is(input, button, select, textarea):enabled').length, 0);
  expect('foreign', article.querySelectorAll('svg, object, embed, template, video, audio').length, 0);
  expect('clobbered', [typeof document.cookie, typeof document.getElementById, document.title.length > 0],
    ['string', 'function', true]);
  expect('links', [...new Set([...document.links].map(({ protocol }) => protocol))]
    .filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol)), []);
  expect('handlers', [...document.querySelectorAll('*')].flatMap((element) =>
    element.getAttributeNames().filter((name) => name.startsWith('on'))), []);
  const { scrollWidth, clientWidth } = document.scrollingElement;
  expect('overflow', scrollWidth - clientWidth, 0);
  const over = [...article.querySelectorAll('*')].filter((element) =>
    ['fixed', 'sticky'].includes(getComputedStyle(element).position));
  expect('over the page', tags(over), []);
  return faults;
})()`;
