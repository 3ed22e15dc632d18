import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab, type Visit } from '../setup/browser.js';
import { openShowcase, PAGE_KINDS, type PageKind, type Showcase } from '../site/showcase.js';
import { DESKTOP, FORMS, overflowOf, PHONE, WITH_AXE, wcagViolations } from './looks.js';

/** The browser's message for a response with an error status. */
const STATUS = /^error: Failed to load resource: .* status of (?:404|410|422|503) /;

describe.runIf(browserTestsRun(import.meta.filename))('a page in a browser', () => {
  let showcase: Showcase;
  let tab: Tab;
  let tabWithoutScript: Tab;

  beforeAll(async () => {
    [showcase, tab, tabWithoutScript] = await Promise.all([
      openShowcase(),
      Tab.open(WITH_AXE),
      Tab.open({ javaScriptEnabled: false }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([tab?.close(), tabWithoutScript?.close(), showcase?.close()]);
  });

  const visited = (kind: PageKind): Promise<Visit> => tab.visit(showcase.addresses[kind], DESKTOP);

  async function face(kind: PageKind): Promise<string> {
    const { page } = await visited(kind);
    return page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).fontFamily`);
  }

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
      const { page } = await tabWithoutScript.visit(showcase.addresses[kind]);
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^[a-z]{2}/);
      expect(await page.title()).toMatch(/^\S.* – Imprimatur$/);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('h1').isVisible()).toBe(true);
      expect(await page.getByRole('searchbox').isVisible()).toBe(true);
      expect(await page.locator('.site-name').getAttribute('href')).toBe('/');
    });
  });

  it('lets a reader go from a document to a tag, a document of the tag, the start page, its next page and the search', async () => {
    const { page } = await tab.visit(showcase.addresses['a document in Korean'], PHONE);
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
    const { page } = await visited('a document written from right to left');
    expect(
      await page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).direction`),
    ).toBe('rtl');
    expect(
      await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.alert-title')).textAlign`,
      ),
    ).toBe('right');
    const [number, word] = await page.evaluate<number[]>(`[[0, 1], [2, 7]].map(([from, to]) => {
      const range = document.createRange();
      const { firstChild } = document.querySelector('.content p code');
      range.setStart(firstChild, from);
      range.setEnd(firstChild, to);
      return range.getBoundingClientRect().x;
    })`);
    expect(number).toBeLessThan(word!);
    const [text, code] = await Promise.all(
      ['.content > p', '.content code'].map((selector) =>
        page.locator(selector).first().boundingBox(),
      ),
    );
    expect(code!.x).toBeGreaterThan(text!.x + text!.width / 2);
  });

  it('is printed dark on light, with link addresses, without table of contents, search form and skip link', async () => {
    const { page } = await visited('a document with everything');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const style = (selector: string, property: string, pseudo = '') =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${property}`,
      );
    expect(await style('body', 'color')).toBe('rgb(31, 29, 26)');
    expect(await style('body', 'backgroundColor')).toBe('rgb(253, 252, 249)');
    expect(await style('.content a[href^="http"]', 'content', '::after')).toContain('https://');
    for (const hidden of ['.contents', '.search', '.skip']) {
      expect(await style(hidden, 'display')).toBe('none');
    }
  });
});
