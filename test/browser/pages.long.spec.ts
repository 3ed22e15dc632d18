import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, sharedDocument } from '../contract/openapi/document.js';
import { browserTestsRun, type Screen, Tab, type Visit } from '../setup/browser.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { PAGE_KINDS, type PageKind, publishShowcase } from '../site/showcase.js';
import { DESKTOP, FORMS, overflowOf, PHONE, WITH_AXE, wcagViolations } from './looks.js';

/** The browser's message for a response with an error status. */
const STATUS = /^error: Failed to load resource: .* status of (?:404|410|422) /;

describe.runIf(browserTestsRun(import.meta.filename))('a page in a browser', () => {
  let desk: Desk;
  let addresses: Readonly<Record<PageKind, string>>;
  let tab: Tab;
  let tabWithoutScript: Tab;

  beforeAll(async () => {
    [desk, tab, tabWithoutScript] = await Promise.all([
      openDesk(),
      Tab.open(WITH_AXE),
      Tab.open({ javaScriptEnabled: false }),
    ]);
    addresses = await publishShowcase(desk);
  });
  afterAll(async () => {
    await Promise.all([tab?.close(), tabWithoutScript?.close(), desk?.close()]);
  });

  const visited = (kind: PageKind, screen: Screen = DESKTOP): Promise<Visit> =>
    tab.visit(addresses[kind], screen);
  const EVERYTHING = 'a document with everything';
  const face = async (kind: PageKind): Promise<string> =>
    styleOf(await visited(kind), 'h1', 'fontFamily');

  const isBeside = async (screen: Screen): Promise<boolean> => {
    const [contents, text] = await boxesOf(
      await visited(EVERYTHING, screen),
      '.contents',
      '.content',
    );
    return contents!.x >= text!.x + text!.width;
  };

  const colours = async (colorScheme: 'light' | 'dark') => {
    const visit = await visited(EVERYTHING, { ...DESKTOP, colorScheme });
    return {
      ground: sum(await styleOf(visit, 'body', 'backgroundColor')),
      ink: sum(await styleOf(visit, 'body', 'color')),
    };
  };

  const shotIn = async (used: Tab): Promise<Buffer> => {
    const { page, noise } = await used.visit(addresses[EVERYTHING], DESKTOP);
    expect(noise).toEqual([]);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.locator('.content').innerText()).toContain('The end.');
    expect(await page.locator('.sources').isVisible()).toBe(true);
    return page.screenshot({ fullPage: true });
  };

  describe.each(PAGE_KINDS)('%s', (kind) => {
    let made: Visit;
    beforeAll(async () => {
      made = await visited(kind);
    });

    it.each(FORMS)(
      '[9.page-wcag] [9.page-phone-desktop] on %s in %s mode fits the screen, logs nothing, loads nothing from other origins, and breaks no WCAG rule of axe',
      async (_device, colorScheme, { viewport }) => {
        await made.page.setViewportSize(viewport);
        await made.page.emulateMedia({ colorScheme });
        expect(await overflowOf(made)).toBe(0);
        expect(made.noise.filter((message) => !STATUS.test(message))).toEqual([]);
        expect(made.strangers).toEqual([]);
        expect(await wcagViolations(made)).toEqual([]);
      },
    );

    it('[9.page-no-javascript] has, without JavaScript, a language, a title, one h1, a search box and a link to the start page', async () => {
      const { page } = await tabWithoutScript.visit(addresses[kind]);
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^[a-z]{2}/);
      expect(await page.title()).toMatch(/^\S.* – Imprimatur$/);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.getByRole('searchbox').isVisible()).toBe(true);
      expect(await page.locator('.site-name').getAttribute('href')).toBe('/');
    });
  });

  it('lets a reader go from a document to a tag, a document of the tag, the start page, its next page and the search', async () => {
    const { page } = await visited('a document in Korean', PHONE);
    await page.getByRole('link', { name: 'lighthouse' }).click();
    expect(await page.locator('h1').innerText()).toContain('lighthouse');
    await page.locator('.entries a').first().click();
    expect(await page.locator('article.document').count()).toBe(1);
    await page.locator('.site-name').click();
    await page.getByRole('link', { name: 'Next page' }).click();
    expect(new URL(page.url()).search).toBe('?page=2');
    await page.getByRole('searchbox').fill('keeper');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('.entries > li').count()).toBe(10);
  });

  it('uses a font family that fits the script of the document', async () => {
    expect(await face('a short document')).toMatch(/, serif$/);
    expect(await face('a document in Korean')).toMatch(/^system-ui.*sans-serif$/);
    expect(await face('a document written from right to left')).toMatch(/^system-ui/);
  });

  it('aligns a right-to-left document to the right', async () => {
    const visit = await visited('a document written from right to left');
    const { page } = visit;
    expect(await styleOf(visit, 'h1', 'direction')).toBe('rtl');
    expect(await styleOf(visit, '.alert-title', 'textAlign')).toBe('right');
    const [number, word] = await page.evaluate<number[]>(`[[0, 1], [2, 7]].map(([from, to]) => {
      const range = document.createRange();
      const { firstChild } = document.querySelector('.content p code');
      range.setStart(firstChild, from);
      range.setEnd(firstChild, to);
      return range.getBoundingClientRect().x;
    })`);
    expect(number).toBeLessThan(word!);
    const [text, code] = await boxesOf(visit, '.content > p', '.content code');
    expect(code!.x).toBeGreaterThan(text!.x + text!.width / 2);
  });

  it('is printed dark on light, with link addresses, without table of contents, search form and skip link', async () => {
    const visit = await visited(EVERYTHING);
    await visit.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await styleOf(visit, 'body', 'color')).toBe('rgb(31, 29, 26)');
    expect(await styleOf(visit, 'body', 'backgroundColor')).toBe('rgb(253, 252, 249)');
    const address = await styleOf(visit, '.content a[href^="http"]', 'content', '::after');
    expect(address).toContain('https://');
    for (const hidden of ['.contents', '.search', '.skip']) {
      expect(await styleOf(visit, hidden, 'display')).toBe('none');
    }
    await visit.page.emulateMedia({ media: 'screen' });
  });

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])(
    '[9.page-phone-desktop] cuts off no part of a document with every kind of content on %s',
    async (_device, screen) => {
      const visit = await visited(EVERYTHING, screen);
      const parts = ['h1', '.content > p', '.content h2', 'pre', '.table-scroll'];
      for (const box of await boxesOf(visit, ...parts)) {
        expect(box!.x).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width).toBeLessThanOrEqual(screen.viewport.width);
      }
    },
  );

  it('[9.page-phone-desktop] puts the table of contents beside the text on a desktop, but not on a phone', async () => {
    expect([await isBeside(PHONE), await isBeside(DESKTOP)]).toEqual([false, true]);
  });

  it('[9.page-contents] folds the contents on a phone until a reader opens them, and shows them on a desktop, both without script', async () => {
    const { page } = await tabWithoutScript.visit(addresses[EVERYTHING], PHONE);
    const link = page.locator('.contents a').first();
    expect(await link.isVisible()).toBe(false);
    await page.locator('.contents summary').click();
    expect(await link.isVisible()).toBe(true);
    await tabWithoutScript.visit(addresses[EVERYTHING], DESKTOP);
    expect(await link.isVisible()).toBe(true);
  });

  it('[9.page-metadata] shows the title above the facts', async () => {
    const [title, facts] = await boxesOf(await visited(EVERYTHING, PHONE), 'h1', '.facts');
    expect(facts!.y).toBeGreaterThanOrEqual(title!.y + title!.height);
  });

  it('has numerals as high as capitals, so that 1 does not look like I', async () => {
    const visit = await visited(EVERYTHING);
    const numerals = (selector: string) => styleOf(visit, selector, 'fontVariantNumeric');
    expect(await numerals('.content p')).toBe('lining-nums');
    expect(await numerals('.content h2')).toBe('lining-nums');
    expect(await numerals('.content td')).toBe('lining-nums tabular-nums');
  });

  it('[9.page-light-dark] has the light or dark colours that the reader prefers', async () => {
    const [light, dark] = [await colours('light'), await colours('dark')];
    expect(light.ground).toBeGreaterThan(600);
    expect(light.ink).toBeLessThan(200);
    expect(dark.ground).toBeLessThan(200);
    expect(dark.ink).toBeGreaterThan(600);
  });

  it('[9.page-no-javascript] looks the same with and without JavaScript', async () => {
    expect((await shotIn(tabWithoutScript)).equals(await shotIn(tab))).toBe(true);
  });

  it('[4.docs] at /docs shows every operation of the API, and logs nothing', async () => {
    const operations = operationsOf(await sharedDocument()).length;
    // This tab obeys the content security policy, whose violations are messages.
    const docs = await Tab.open();
    const { page, noise, strangers } = await docs.visit(`${desk.url}/docs`, DESKTOP);
    await page
      .locator('.opblock')
      .nth(operations - 1)
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.opblock').count()).toBe(operations);
    expect(noise).toEqual([]);
    expect(strangers).toEqual([]);
    await docs.close();
  });
});

/** Returns the value of a CSS property of the first element that a selector finds, or of a pseudo-element of it. */
const styleOf = (
  { page }: Visit,
  selector: string,
  property: string,
  pseudo = '',
): Promise<string> =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${property}`,
  );

/** Returns the box of the first element that each selector finds. */
const boxesOf = ({ page }: Visit, ...selectors: readonly string[]) =>
  Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()));

/** Returns the sum of the red, green and blue values of a colour. Each value is from 0 to 255. */
const sum = (colour: string): number =>
  colour
    .match(/\d+/g)!
    .slice(0, 3)
    .reduce((total, part) => total + Number(part), 0);
