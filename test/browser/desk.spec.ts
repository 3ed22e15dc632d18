import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab } from '../setup/browser.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { addApprover } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { FORMS, overflowOf, wcagViolations, WITH_AXE } from './looks.js';

/**
 * Folder for new screenshots of the guide, such as `SHOTS=docs/approving`. Without `SHOTS`, the tests take no
 * screenshots.
 */
const shots = process.env['SHOTS'];

const BEFORE = `The harvest began in **May**. Two orchards were lost to frost.

## Figures

| Year | Tons |
| ---- | ---- |
| 2025 | 410  |

What follows is the report of the cooperative.
`;
const AFTER = BEFORE.replace('**May**', '**June**').replace('410  |', '410  |\n| 2026 | 388  |');

describe.runIf(browserTestsRun(import.meta.filename))('a person at the desk', () => {
  let desk: Desk;
  let id: string;
  beforeAll(async () => {
    desk = await openDesk({ SITE_NAME: 'The Orchard' });
    const fields = { title: 'The quince harvest', sources: ['https://example.org/harvest'] };
    id = expectAccepted(
      await desk.api.create(newDocument({ ...fields, slug: 'quince-harvest', content: BEFORE })),
      201,
    ).id;
    await desk.api.publish(id, { expectedVersion: 1 }, { headers: { Prefer: 'wait=20' } });
    await offer(1);
  });
  afterAll(() => desk.close());

  /** Offers the next revision for review. */
  const offer = async (expectedVersion: number): Promise<unknown> =>
    expectAccepted(
      await desk.api.update(id, {
        expectedVersion,
        content: expectedVersion % 2 === 1 ? AFTER : `${AFTER}\nA last word.\n`,
        intent: 'review',
        changeNote: 'Figures of this year, and the month put right.',
      }),
      200,
    );

  const signIn = async (page: Page, name = 'Ada Example'): Promise<void> => {
    const { key } = await addApprover(desk.databaseUrl, desk.accountId, name);
    await page.getByLabel('Your sign-in key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('[13.without-script] signs in, reads the changes and releases a version, in four actions without script', async () => {
    const tab = await Tab.open({ javaScriptEnabled: false });
    const { page } = await tab.visit(`${desk.url}/desk`);
    await signIn(page);
    await page.getByRole('link', { name: 'The quince harvest' }).first().click();
    expect(await page.locator('ins').allTextContents()).toContain('[inserted: June]');
    await page.getByRole('button', { name: 'Release version 2' }).click();
    expect(await page.getByRole('status').textContent()).toContain('Readers see version 2.');
    await tab.close();
  });

  it('[13.without-script] signs in and sends a version back with a note, in six actions without script', async () => {
    await offer(2);
    const tab = await Tab.open({ javaScriptEnabled: false });
    const { page } = await tab.visit(`${desk.url}/desk`);
    await signIn(page);
    await page.getByRole('link', { name: 'The quince harvest' }).first().click();
    await page.getByLabel('What is to be changed').fill('Where is the source\nof the last word?');
    await page.getByRole('button', { name: 'Send back version 3' }).click();
    const told = await page.getByRole('status').textContent();
    expect(told).toContain('Version 3 was sent back by Ada Example');
    expect(told).toContain('Readers see version 2.');
    await tab.close();
    expect((await desk.api.read(id)).body.returned).toMatchObject({
      note: 'Where is the source\nof the last word?',
    });
  });

  it.each(FORMS)(
    '[13.accessible] sees four pages in which axe finds no violation of WCAG 2.2 AA: %s, %s',
    async (device, colorScheme, screen) => {
      await desk.api.update(id, {
        expectedVersion: await versionNow(),
        title: 'The quince harvest',
      });
      const tab = await Tab.open({ ...WITH_AXE, ...screen });
      const look = async (path: string, name: string) => {
        const visit = await tab.visit(desk.url + path, { ...screen, colorScheme });
        expect(visit.strangers).toEqual([]);
        expect(await overflowOf(visit)).toBe(0);
        expect(await wcagViolations(visit)).toEqual([]);
        if (shots === undefined) return;
        await mkdir(shots, { recursive: true });
        const file = `${name}-${device.split(' ').at(-1)}-${colorScheme}.png`;
        await visit.page.screenshot({ path: join(shots, file), fullPage: true });
      };
      await look('/desk', 'sign-in');
      const { page } = await tab.visit(`${desk.url}/desk`, { ...screen, colorScheme });
      await signIn(page);
      await look('/desk', 'queue');
      await look(`/desk/${id}`, 'document');
      await look(`/desk/${crypto.randomUUID()}`, 'not-found');
      await tab.close();
    },
  );

  it('[13.accessible] sees the queue without sideways scrolling, even with a long name', async () => {
    const screen = { viewport: { width: 320, height: 700 } };
    const tab = await Tab.open(screen);
    const { page } = await tab.visit(`${desk.url}/desk`);
    await signIn(page, `${'😀'.repeat(59)}@${'n'.repeat(60)}`);
    const visit = await tab.visit(`${desk.url}/desk`);
    expect(await visit.page.getByText('Signed in as').textContent()).toContain('n'.repeat(60));
    expect(await overflowOf(visit)).toBe(0);
    await tab.close();
  });

  const versionNow = async (): Promise<number> => (await desk.api.read(id)).body.version;
});
