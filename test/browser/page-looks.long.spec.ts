import { operationsOf, sharedDocument } from '../contract/openapi/document.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, type Screen, Tab } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { released } from '../setup/released.js';
import { DESKTOP, FORMS, overflowOf, PHONE } from './looks.js';
import { RICH_DOCUMENT } from './rich-document.js';

describe.runIf(browserTestsRun(import.meta.filename))('a page in a browser', () => {
  let desk: SharedDesk;
  let url: string;
  let tab: Tab;
  let tabWithoutScript: Tab;

  beforeAll(async () => {
    [desk, tab, tabWithoutScript] = await Promise.all([
      sharedDesk(),
      Tab.open(),
      Tab.open({ javaScriptEnabled: false }),
    ]);
    ({ url } = await released(desk.api, RICH_DOCUMENT));
  });

  afterAll(() => Promise.all([tab?.close(), tabWithoutScript?.close()]));

  /** Returns whether the table of contents is to the right of the text. */
  async function isBeside(device: Screen): Promise<boolean> {
    const { page } = await tab.visit(url, device);
    const [contents, text] = await Promise.all(
      ['.contents', '.content'].map((selector) => page.locator(selector).boundingBox()),
    );
    return contents!.x >= text!.x + text!.width;
  }

  /** Returns the sum of red, green and blue for the background and for the text. */
  async function colours(colorScheme: 'light' | 'dark'): Promise<{ ground: number; ink: number }> {
    const { page } = await tab.visit(url, { ...DESKTOP, colorScheme });
    const read = (property: string) =>
      page.evaluate<string>(`getComputedStyle(document.body).${property}`);
    return { ground: sum(await read('backgroundColor')), ink: sum(await read('color')) };
  }

  /** Checks that the main parts are visible, and takes a screenshot of the whole page. */
  async function shotIn(used: Tab): Promise<Buffer> {
    const { page, noise } = await used.visit(url, DESKTOP);
    expect(noise).toEqual([]);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await page.locator('.content').innerText()).toContain('The end.');
    expect(await page.locator('.sources').isVisible()).toBe(true);
    return page.screenshot({ fullPage: true });
  }

  it.each(FORMS)(
    '[9.page-phone-desktop] on %s in %s mode fits the screen with every kind of content, and logs nothing',
    async (_device, colorScheme, device) => {
      const made = await tab.visit(url, { ...device, colorScheme });
      const { page, noise, strangers, status } = made;
      expect(status).toBe(200);
      expect(await overflowOf(made)).toBe(0);
      const { width } = device.viewport;
      for (const selector of ['h1', '.content > p', '.content h2', 'pre', '.table-scroll']) {
        const box = await page.locator(selector).first().boundingBox();
        expect(box!.x).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      }
      expect(noise).toEqual([]);
      expect(strangers).toEqual([]);
    },
  );

  it('[9.page-phone-desktop] puts the table of contents beside the text on a desktop, but not on a phone', async () => {
    expect([await isBeside(PHONE), await isBeside(DESKTOP)]).toEqual([false, true]);
  });

  it('[9.page-contents] folds the contents on a phone until a reader opens them, and shows them on a desktop, both without script', async () => {
    const { page } = await tabWithoutScript.visit(url, PHONE);
    const link = page.locator('.contents a').first();
    expect(await link.isVisible()).toBe(false);
    await page.locator('.contents summary').click();
    expect(await link.isVisible()).toBe(true);
    await tabWithoutScript.visit(url, DESKTOP);
    expect(await link.isVisible()).toBe(true);
  });

  it('[9.page-metadata] shows the title above the facts', async () => {
    const { page } = await tab.visit(url, PHONE);
    const [title, facts] = await Promise.all(
      ['h1', '.facts'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    expect(facts!.y).toBeGreaterThanOrEqual(title!.y + title!.height);
  });

  it('has numerals as high as capitals, so that 1 does not look like I', async () => {
    const { page } = await tab.visit(url, DESKTOP);
    const numerals = (selector: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}')).fontVariantNumeric`,
      );
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
    const { page, noise, strangers } = await tab.visit(`${desk.url}/docs`, DESKTOP);
    await page
      .locator('.opblock')
      .nth(operations - 1)
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.opblock').count()).toBe(operations);
    expect(noise).toEqual([]);
    expect(strangers).toEqual([]);
  });
});

/** Returns the sum of the red, green and blue values of a colour. Each value is from 0 to 255. */
const sum = (colour: string): number =>
  colour
    .match(/\d+/g)!
    .slice(0, 3)
    .reduce((total, part) => total + Number(part), 0);
