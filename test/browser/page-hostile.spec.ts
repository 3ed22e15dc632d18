import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab, type Visit } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { released } from '../setup/released.js';
import { HOSTILE } from '../unit/rendering/hostile-markdown.js';

const BREAKOUT =
  '"\'></title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>';
/** NUL characters, which the API refuses. */
const REFUSED = /\0/g;

/**
 * All samples in one document. Each sample is in its own block quotation. The end of the quotation closes everything
 * that the sample leaves open.
 */
const content = HOSTILE.map(([, markdown]) =>
  markdown.replace(REFUSED, '').replace(/^/gm, '> '),
).join('\n\n---\n\n');

/** Returns the computed styles of the parts that every page has. */
const around = ({ page }: Visit) =>
  page.evaluate(`['html', 'body', '.masthead', '.site-name', '.masthead input', 'main'].map(
    (selector) => {
      const { display, color, backgroundColor, position, font, visibility, opacity } =
        getComputedStyle(document.querySelector(selector));
      return { selector, display, color, backgroundColor, position, font, visibility, opacity };
    })`);

describe.runIf(browserTestsRun(import.meta.filename))('a hostile document in a browser', () => {
  let desk: SharedDesk;
  const tabs: Tab[] = [];
  let hostile: Visit;
  let harmless: Visit;

  const visited = async (changes: object): Promise<Visit> => {
    const { url } = await released(desk.api, changes);
    const tab = await Tab.open();
    tabs.push(tab);
    return tab.visit(url);
  };

  beforeAll(async () => {
    desk = await sharedDesk();
    hostile = await visited({
      content,
      title: BREAKOUT,
      description: BREAKOUT,
      tags: [BREAKOUT.slice(0, 50), 'javascript:alert(1)'],
      sources: ['https://example.org/"onmouseover="alert(1)', "https://example.org/'><script>"],
      author: { kind: 'ai', name: BREAKOUT },
    });
    harmless = await visited({});
    // A picture does not load before it comes into view.
    for (const picture of await hostile.page.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
    }
    await hostile.page.waitForLoadState('networkidle');
  });
  afterAll(() => Promise.all(tabs.map((tab) => tab.close())));

  it('[9.no-script] runs no script on any event, and has nothing that the Content-Security-Policy must block', async () => {
    const { page, noise } = hostile;
    await page.evaluate(`(() => {
      for (const element of document.querySelectorAll('article, article *')) {
        for (const type of ['mouseover', 'mouseenter', 'focus', 'toggle', 'error', 'load', 'begin']) {
          element.dispatchEvent(new Event(type, { bubbles: true }));
        }
      }
    })()`);
    // A document may name a picture that does not exist. The browser logs this message for such a picture.
    expect(noise.filter((message) => !message.includes('Failed to load resource'))).toEqual([]);
    expect(
      await page.evaluate(
        `[...document.scripts].map(({ type }) => type).concat(
           [...new Set([...document.links].map(({ protocol }) => protocol))].sort())`,
      ),
    ).toEqual(['application/ld+json', 'http:', 'https:', 'mailto:']);
  });

  it('[9.no-script] [9.image-origins] sends no request to other origins', () => {
    expect(hostile.strangers).toEqual([]);
  });

  it('[9.no-script] does not overwrite properties of the DOM `document`', async () => {
    expect(
      await hostile.page.evaluate(
        `[typeof document.cookie, typeof document.getElementById, typeof document.body.tagName]`,
      ),
    ).toEqual(['string', 'function', 'string']);
  });

  it('[9.no-frame-no-form] loads no frame, and has no enabled field and no form except the search form', async () => {
    const { page } = hostile;
    expect(page.frames()).toHaveLength(1);
    expect(await page.locator('iframe, frame, object, embed, portal, fencedframe').count()).toBe(0);
    expect(
      await page.evaluate(`[...document.forms].map(({ action }) => new URL(action).pathname)`),
    ).toEqual(['/search']);
    const fields = page.locator('article :is(input, button, select, textarea)');
    expect(await fields.evaluateAll((all) => all.map((field) => field.outerHTML))).toEqual(
      expect.arrayContaining([expect.stringContaining('type="checkbox"')]),
    );
    expect(await fields.and(page.locator(':enabled')).count()).toBe(0);
  });

  it('[9.no-style] does not change the style of anything around its content area, and stays within this area', async () => {
    expect(await around(hostile)).toEqual(await around(harmless));
    expect(
      await hostile.page.evaluate(`(() => {
        const box = document.querySelector('.content').getBoundingClientRect();
        const escaped = [...document.querySelectorAll('.content *')].filter((element) => {
          const { position } = getComputedStyle(element);
          const { left, right, width } = element.getBoundingClientRect();
          const inside = left >= box.left - 8 && right <= box.right + 8;
          const clipped = element.closest('pre, .table-scroll') !== null;
          return position === 'fixed' || position === 'sticky' || (width > 1 && !inside && !clipped);
        });
        return [
          document.styleSheets.length,
          document.querySelectorAll('[style], style').length,
          document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth,
          escaped.map((element) => element.outerHTML),
        ];
      })()`),
    ).toEqual([1, 0, 0, []]);
  });
});
