import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { canvas, named, put } from '../pictures/pictures.js';
import { browserTestsRun, openBrowser, Tab } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { released } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';
import { DESKTOP, layoutShifts, PHONE, WITH_AXE, wcagViolations } from './looks.js';

/** Maximum number of bytes that a phone loads for the page and its pictures. */
const MAX_TRANSFERRED = 400_000;
/** Maximum number of bytes of the page and its style sheet, without pictures. */
const MAX_WITHOUT = 14 * 1024;
const PICTURES = 5;
/** Minimum size of each picture, in bytes. Photos of a phone have a similar size. */
const MIN_BYTES = 3_000_000;
const PARAGRAPH = 'A paragraph of the report, as long as paragraphs are. '.repeat(6);

describe.runIf(browserTestsRun(import.meta.filename))('a page with five pictures', () => {
  let desk: SharedDesk;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    [desk, browser] = await Promise.all([sharedDesk(), openBrowser()]);
    const parts: string[] = [];
    for (let at = 0; at < PICTURES; at += 1) {
      const bytes = await canvas(4_400, 3_300).jpeg({ quality: 98 }).toBuffer();
      expect(bytes.length).toBeGreaterThan(MIN_BYTES);
      expectAccepted(await put(desk.api, bytes), 201);
      const title = at === 1 ? ` "Figure ${at + 1}: the harvest by year"` : '';
      const { sha256 } = named(bytes);
      parts.push(PARAGRAPH, `![The harvest of year ${at}](picture:${sha256}${title})`, PARAGRAPH);
    }
    const content = parts.join('\n\n');
    address = (await released(desk.api, { content })).url;
  });

  it.each([
    ['phone', { ...PHONE, deviceScaleFactor: 3 }],
    ['desktop', DESKTOP],
  ])(
    'has no layout shift while the pictures load on a %s, and transfers few bytes [14.page]',
    async (device, options) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const tools = await context.newCDPSession(page);
      await tools.send('Network.enable');
      let bytes = 0;
      let ofPictures = 0;
      const pictures = new Set<string>();
      tools.on('Network.responseReceived', ({ type, requestId }) => {
        if (type === 'Image') pictures.add(requestId);
      });
      tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        bytes += encodedDataLength;
        if (pictures.has(requestId)) ofPictures += encodedDataLength;
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      for (let step = 0; step < 12; step += 1) {
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(60);
      }
      await page.waitForLoadState('networkidle');
      const shown = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.content img')].map((image) => image.naturalWidth)`,
      );
      expect(shown).toHaveLength(PICTURES);
      expect(Math.min(...shown)).toBeGreaterThan(0);
      expect(await layoutShifts(page)).toEqual([]);
      expect(pictures.size).toBeGreaterThanOrEqual(PICTURES);
      expect(bytes - ofPictures).toBeLessThan(MAX_WITHOUT);
      if (device === 'phone') expect(bytes).toBeLessThan(MAX_TRANSFERRED);
      await context.close();
    },
  );

  it('sends no request to other origins, and breaks no WCAG 2.2 AA rule of axe [14.page]', async () => {
    const tab = await Tab.open(WITH_AXE);
    const visit = await tab.visit(address, PHONE);
    expect([visit.noise, visit.strangers]).toEqual([[], []]);
    expect(await wcagViolations(visit)).toEqual([]);
    await tab.close();
  });
});
