import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Visit } from '../setup/browser.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Device, colour scheme and screen of each visit. */
export const FORMS = [
  ['a phone', 'light', PHONE],
  ['a phone', 'dark', PHONE],
  ['a desktop', 'light', DESKTOP],
  ['a desktop', 'dark', DESKTOP],
] as const;

/** Options that let the script of axe run, although the content security policy of the page forbids scripts. */
export const WITH_AXE: BrowserContextOptions = { bypassCSP: true };

/** Returns the WCAG 2.2 A and AA violations that axe finds on a page. */
export async function wcagViolations({ page }: Visit): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: tester } = globalThis as unknown as { axe: typeof axe };
    const found = await tester.run({ runOnly: { type: 'tag', values } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, WCAG);
}

/**
 * Makes all letters of a page half as large again. Fonts differ in the width of their letters, and each machine has
 * other fonts.
 */
const WIDE_LETTERS = `(() => {
  const wide = new CSSStyleSheet();
  wide.replaceSync('* { font-size-adjust: 0.78 !important; letter-spacing: 0.06em !important; }');
  document.adoptedStyleSheets = [wide];
})()`;
const OWN_LETTERS = `(() => { document.adoptedStyleSheets = []; })()`;

const OVERFLOW = `document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth`;

/**
 * Returns the number of pixels by which a page is wider than the window, with the fonts of this machine or with wide
 * letters, whichever is more.
 */
export async function overflowOf({ page }: Visit): Promise<number> {
  const own = await page.evaluate<number>(OVERFLOW);
  await page.evaluate(WIDE_LETTERS);
  const wide = await page.evaluate<number>(OVERFLOW);
  await page.evaluate(OWN_LETTERS);
  return Math.max(own, wide);
}

/** Returns the layout shifts of a page so far. */
export const layoutShifts = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    const seen = [];
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ value }) => value)))
      .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(seen), 300);
  })`);
