import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../campaign/random.js';
import { originals, polyglot, spoilt } from '../pictures/hostile-files.js';
import { named, put } from '../pictures/pictures.js';
import { browserTestsRun, Tab } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { released } from '../setup/released.js';

/**
 * Part of a message of Chromium. If a picture is opened, Chromium makes a page around the picture. The
 * Content-Security-Policy forbids the inline styles of this page.
 */
const VIEWER = 'Applying inline style violates';

/** Number of corrupted files for each kind of file. */
const SPOILT = 12;

describe.runIf(browserTestsRun(import.meta.filename))('hostile pictures in a browser', () => {
  let desk: SharedDesk;
  let tab: Tab;
  let address: string;
  let taken: string[];

  beforeAll(async () => {
    [desk, tab] = await Promise.all([sharedDesk(), Tab.open()]);
    const random = new Random(34);
    const whole = await originals();
    const files = whole.map(polyglot);
    for (const bytes of whole) {
      for (let count = 0; count < SPOILT; count += 1) files.push(spoilt(random, bytes));
    }
    taken = [];
    for (const bytes of files) {
      const { status } = await put(desk.api, bytes);
      if (status === 201) taken.push(named(bytes).sha256);
    }
    const content = taken.map((sha256) => `![A chart](picture:${sha256})`).join('\n\n');
    address = (await released(desk.api, { content })).url;
  });
  afterAll(() => tab.close());

  it('are shown as pictures on their page, run no script, and send no request to another origin [14.hostile]', async () => {
    expect(taken.length).toBeGreaterThan(8);
    const { page, noise, strangers } = await tab.visit(address);
    for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    const widths = await page.evaluate<number[]>(
      `[...document.images].map(({ naturalWidth }) => naturalWidth)`,
    );
    expect(widths).toHaveLength(taken.length);
    expect(Math.min(...widths)).toBeGreaterThan(0);
    expect([noise, strangers]).toEqual([[], []]);
  });

  it('are served as images at their own addresses, run no script, and send no request to another origin [14.hostile]', async () => {
    const { page } = await tab.visit(address);
    const addresses = await page.evaluate<string[]>(
      `[...document.images].flatMap(({ src, previousElementSibling: source }) =>
         [src, ...(source ? [new URL(source.srcset.split(' ')[0], location).href] : [])])`,
    );
    expect(addresses.length).toBeGreaterThan(taken.length);
    for (const each of addresses) {
      const { page: alone, noise, strangers, status } = await tab.visit(each);
      const others = noise.filter((message) => !message.includes(VIEWER));
      expect([status, others, strangers]).toEqual([200, [], []]);
      expect(await alone.evaluate<string>('document.contentType')).toMatch(/^image\//);
      expect(await alone.evaluate<number>('document.scripts.length')).toBe(0);
    }
  });
});
