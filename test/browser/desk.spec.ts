import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { browserTestsRun, Tab } from '../setup/browser.js';
import { type Desk, openDesk, sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { addApprover } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { DESKTOP, overflowOf, PHONE, wcagViolations, WITH_AXE } from './looks.js';

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

const DEVICES = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const;

/** Takes a screenshot if they are wanted. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

const line = (at: number, word: string) =>
  `In line ${at} the ${word} says what everybody in the ${word} knows about the margins of fuel.`;

/** A text of about 20,000 characters with a share in one of its last paragraphs. */
const longText = (word: string, share: string) =>
  Array.from({ length: 200 }, (_, at) => line(at, word) + (at % 5 === 4 ? '\n\n' : ' '))
    .with(154, `The margin is ${share} of all fuel, and it must not fall below that.\n\n`)
    .join('');

/** The first text is left of the second, so that the arrow between them points from the old text to the new one. */
async function expectForward(pair: Locator): Promise<void> {
  const [left, right] = await Promise.all([0, 1].map((at) => pair.nth(at).boundingBox()));
  expect(left!.x).toBeLessThan(right!.x);
}

const told = (page: Page) => page.getByRole('status').first().textContent();

describe.runIf(browserTestsRun(import.meta.filename))('a person at the desk', () => {
  let own: Desk | undefined;
  let desk: SharedDesk;
  let id: string;
  beforeAll(async () => {
    if (shots !== undefined) own = await openDesk({ SITE_NAME: 'The Orchard' });
    desk = own ?? (await sharedDesk());
    const fields = { title: 'The quince harvest', sources: ['https://example.org/harvest'] };
    id = expectAccepted(
      await desk.api.create(newDocument({ ...fields, slug: 'quince-harvest', content: BEFORE })),
      201,
    ).id;
    await desk.api.publish(id, { expectedVersion: 1 }, { headers: { Prefer: 'wait=20' } });
    await offer(1);
  });
  afterAll(() => own?.close());

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

  const signIn = async (
    page: Page,
    name = 'Ada Example',
    accountId = desk.accountId,
  ): Promise<void> => {
    const { key } = await addApprover(desk.databaseUrl, accountId, name);
    await page.locator('input#key').fill(key);
    await page.locator('form.decide button').click();
  };

  /** Signs in without script, and opens the document from the queue. */
  const opened = async (): Promise<Page> => {
    const tab = await Tab.open({ javaScriptEnabled: false });
    onTestFinished(() => tab.close());
    const { page } = await tab.visit(`${desk.url}/desk`);
    await signIn(page);
    await page.getByRole('link', { name: 'The quince harvest' }).first().click();
    return page;
  };

  it('[13.without-script] signs in, reads the changes and releases a version, in four actions without script', async () => {
    const page = await opened();
    expect(await page.locator('.content ins').allTextContents()).toContain('[inserted: June]');
    await page.getByRole('button', { name: 'Release' }).click();
    expect(await told(page)).toContain('“The quince harvest”: readers see version 2 now.');
  });

  it('[13.without-script] signs in and sends a version back with a note, in seven actions without script', async () => {
    await offer(2);
    const page = await opened();
    await page.locator('summary', { hasText: 'Send back' }).click();
    await page.getByLabel('What has to be changed').fill('Where is the source\nof the last word?');
    await page.getByRole('button', { name: 'Send back' }).click();
    expect(await told(page)).toContain('“The quince harvest”: version 3 was sent back.');
    expect((await desk.api.read(id)).body.returned).toMatchObject({
      note: 'Where is the source\nof the last word?',
    });
  });

  it('[13.without-script] [13.correct] signs in, corrects a section and releases it, in seven actions without script', async () => {
    await offer(3);
    const page = await opened();
    await page.locator('.bar').getByRole('link', { name: 'Correct' }).click();
    await page.locator('#text').fill('The harvest began in **July**.');
    await page.getByRole('button', { name: 'Save and view' }).click();
    expect(await told(page)).toContain('is version 5.');
    expect(await page.locator('.content').textContent()).toContain('July');
    await page.getByRole('button', { name: 'Release' }).click();
    expect(await told(page)).toContain('“The quince harvest”: readers see version 5 now.');
  });

  it('[13.notes] [13.without-script] sends back with two notes at 360 px without script; the assistant answers one, and the desk shows one answered, one open', async () => {
    const content = 'The harvest began in May.\n\n## Figures\n\nIn 2025 it was 410 tons.\n';
    const noted = newDocument({ title: 'The pear harvest', content, intent: 'review' });
    const { id: document } = expectAccepted(await desk.api.create(noted), 201);
    const tab = await Tab.open({ viewport: PHONE.viewport, javaScriptEnabled: false });
    const { page } = await tab.visit(`${desk.url}/desk/${document}`);
    await signIn(page);
    await page.locator('#s-figures a', { hasText: 'Add a note' }).click();
    await page.getByLabel('Quote').fill('410 tons');
    await page.getByLabel('Note', { exact: true }).fill('It was 401.');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.locator('#desk-notes').getByRole('link', { name: 'Add a note' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Who says so?');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.locator('summary', { hasText: 'Send back' }).click();
    await page.getByRole('button', { name: 'Send back' }).click();
    expect(await told(page)).toContain('version 1 was sent back');

    const host = await assistant(desk.url, desk.key, 'modern');
    const { body } = await host.call('get_publication', { id: document, view: 'notes' });
    const { notes } = body as unknown as { notes: { id: string; text: string }[] };
    expect(notes.map(({ text }) => text)).toEqual(['It was 401.', 'Who says so?']);
    const answered = await host.call('update_publication', {
      id: document,
      idempotencyKey: crypto.randomUUID(),
      expectedVersion: 1,
      edits: [{ find: '410', replace: '401' }],
      answeredNotes: [notes[0]!.id],
      intent: 'review',
    });
    expect(answered).toMatchObject({ isError: false });
    await host.close();

    await page.goto(`${desk.url}/desk/${document}`);
    const shown = await page.locator('#desk-notes li strong').allTextContents();
    expect(shown.map((text) => text.trim())).toEqual(['Open', 'Answered in version 2']);
    const [cookie] = await page.context().cookies();
    await tab.close();
    for (const [device, screen] of DEVICES) {
      const wide = await Tab.open({ ...WITH_AXE, ...screen });
      const { page: other } = await wide.visit(`${desk.url}/desk`, screen);
      await other.context().addCookies([cookie!]);
      for (const [name, path] of [
        ['notes', `/desk/${document}`],
        ['note', `/desk/${document}/notes?section=s-figures`],
      ] as const) {
        const visit = await wide.visit(desk.url + path, screen);
        expect(await overflowOf(visit)).toBe(0);
        expect(await wcagViolations(visit)).toEqual([]);
        await shoot(visit.page, `${name}-${device}`);
      }
      await wide.close();
    }
  });

  it.each(DEVICES)(
    '[13.accessible] sees five pages in which axe finds no violation of WCAG 2.2 AA, light and dark: on a %s',
    async (device, screen) => {
      await desk.api.update(id, {
        expectedVersion: await versionNow(),
        title: 'The quince harvest',
      });
      const tab = await Tab.open({ ...WITH_AXE, ...screen });
      const look = async (path: string, name: string) => {
        const visit = await tab.visit(desk.url + path, screen);
        expect(visit.strangers).toEqual([]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await visit.page.emulateMedia({ colorScheme });
          expect(await overflowOf(visit)).toBe(0);
          expect(await wcagViolations(visit)).toEqual([]);
          await shoot(visit.page, `${name}-${device}-${colorScheme}`);
        }
      };
      await look('/desk', 'sign-in');
      const { page } = await tab.visit(`${desk.url}/desk`, screen);
      await signIn(page);
      await look('/desk', 'queue');
      await look(`/desk/${id}`, 'document');
      await look(`/desk/${id}/correct`, 'correct');
      await look(`/desk/${crypto.randomUUID()}`, 'not-found');
      await tab.close();
    },
  );

  it.each([
    ['en', PHONE, 'light'],
    ['ar', PHONE, 'dark'],
    ['en', DESKTOP, 'dark'],
    ['ar', DESKTOP, 'light'],
  ] as const)(
    '[13.first-screen] sees a dangerous change of a long text on the first screen, and the bar wherever the page is scrolled to, which leaves half of the screen: %s, %o, %s',
    async (locale, screen, colorScheme) => {
      const caller = await desk.caller();
      const fields = { title: 'هوامش الوقود', locale: 'ar', slug: `fuel-${locale}-${colorScheme}` };
      const content = longText('department', '12 %');
      expect(content.length).toBeGreaterThan(15_000);
      const { id: long } = expectAccepted(
        await caller.api.create(newDocument({ ...fields, content })),
        201,
      );
      await caller.api.publish(long, { expectedVersion: 1 }, WAIT);
      const update = { content: longText('division', '2 %'), intent: 'review' } as const;
      await caller.api.update(long, { expectedVersion: 1, ...update });
      const tab = await Tab.open({ ...WITH_AXE, ...screen, locale, javaScriptEnabled: true });
      const { page } = await tab.visit(`${desk.url}/desk`, { ...screen, colorScheme });
      const suffix = `${locale}-${screen.viewport.width}`;
      await shoot(page, `signing-in-${suffix}`);
      await signIn(page, 'Ada Example', caller.accountId);
      for (const path of ['/desk', `/desk/${long}/correct`]) {
        const seen = await tab.visit(desk.url + path, { ...screen, colorScheme });
        expect(await overflowOf(seen)).toBe(0);
        // The English pages are looked at above.
        if (locale === 'ar') expect(await wcagViolations(seen)).toEqual([]);
        if (path === '/desk') await expectForward(page.locator('span[dir=ltr] bdi'));
        await shoot(page, `${path === '/desk' ? 'waiting' : 'correct'}-${suffix}`);
      }
      const visit = await tab.visit(`${desk.url}/desk/${long}`, { ...screen, colorScheme });
      const isInSight = async (selector: string) => {
        const box = (await page.locator(selector).first().boundingBox())!;
        return box.y >= 0 && box.y + box.height <= screen.viewport.height;
      };
      const first = page.locator('ol.places li').first();
      expect(await first.locator('del').textContent()).toContain('12 %');
      await expectForward(first.locator('del, ins'));
      expect(await isInSight('ol.places li')).toBe(true);
      for (const [x, y] of [
        [0, 0],
        [0, 3_000],
        [0, 1_000_000],
      ] as const) {
        await page.mouse.wheel(x, y);
        await expect.poll(() => isInSight('.bar')).toBe(true);
      }
      const face = (selector: string): Promise<string> =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await face('.bar .primary')).not.toBe(await face('.bar .secondary'));
      expect(await overflowOf(visit)).toBe(0);
      expect(await wcagViolations(visit)).toEqual([]);
      await shoot(page, `long-${suffix}`);
      await page.locator('.bar summary').click();
      const { height } = (await page.locator('.bar').boundingBox())!;
      expect(height).toBeLessThan(screen.viewport.height / 2);
      await tab.close();
    },
  );

  it('[13.isolated] sees a direction end with the block that sets it', async () => {
    const { api } = desk;
    const content = 'One \u202etwo\n\nabc def\n\n| \u202ex | abc def |\n|-|-|\n| y | z |';
    const { id: page, url } = expectAccepted(await api.create(newDocument({ content })), 201);
    await api.publish(page, { expectedVersion: 1 }, WAIT);
    const tab = await Tab.open();
    const visit = await tab.visit(url);
    const isForward = (selector: string): Promise<boolean> =>
      visit.page.evaluate((where) => {
        const text = document.querySelector(where)!.firstChild!;
        const leftOf = (at: number): number => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect().left;
        };
        return leftOf(0) < leftOf(4);
      }, selector);
    expect(await isForward('.content p:nth-of-type(2)')).toBe(true);
    expect(await isForward('.content th:nth-child(2)')).toBe(true);
    await tab.close();
  });

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
