import axe from 'axe-core';
import type { BrowserContextOptions } from 'playwright-core';
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
  await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: tester } = globalThis as unknown as { axe: typeof axe };
    const found = await tester.run({ runOnly: { type: 'tag', values } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, WCAG);
}

/** Returns the number of pixels by which a page is wider than the window. */
export const overflowOf = ({ page }: Visit): Promise<number> =>
  page.evaluate<number>(
    `document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth`,
  );
