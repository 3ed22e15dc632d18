import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserTestsRun, Tab } from '../setup/browser.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { addApprover } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { DESKTOP, overflowOf, PHONE, wcagViolations, WITH_AXE } from './looks.js';

const shots = process.env['SHOTS'];

const CONTENT = `The harvest began in May.

## Figures

In 2025 it was 410 tons.
`;

describe.runIf(browserTestsRun(import.meta.filename))('an approver who notes', () => {
  let desk: SharedDesk;
  beforeAll(async () => {
    desk = await sharedDesk();
  });

  it('[13.notes] [13.without-script] sends back with two notes at 360 px without script; the assistant answers one, and the desk shows one answered, one open', async () => {
    const fields = { title: 'The quince harvest', content: CONTENT, intent: 'review' };
    const { id } = expectAccepted(await desk.api.create(newDocument(fields)), 201);
    const narrow = { viewport: { width: 360, height: 740 } };
    const tab = await Tab.open({ ...narrow, javaScriptEnabled: false });
    const { page } = await tab.visit(`${desk.url}/desk/${id}`);
    const { key } = await addApprover(desk.databaseUrl, desk.accountId, 'Ada Example');
    await page.getByLabel('Your sign-in key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#s-figures a', { hasText: 'Add a note' }).click();
    await page.getByLabel('Quote').fill('410 tons');
    await page.getByLabel('Note', { exact: true }).fill('It was 401.');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.locator('#desk-notes').getByRole('link', { name: 'Add a note' }).click();
    await page.getByLabel('Note', { exact: true }).fill('Who says so?');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.locator('summary', { hasText: 'Send back' }).click();
    await page.getByRole('button', { name: 'Send back' }).click();
    expect(await page.getByRole('status').textContent()).toContain('version 1 was sent back');

    const host = await assistant(desk.url, desk.key, 'modern');
    const { body } = await host.call('get_publication', { id, view: 'notes' });
    const { notes } = body as unknown as { notes: { id: string; text: string }[] };
    expect(notes.map(({ text }) => text)).toEqual(['It was 401.', 'Who says so?']);
    const edits = [{ find: '410', replace: '401' }];
    const answer = { expectedVersion: 1, edits, answeredNotes: [notes[0]!.id], intent: 'review' };
    const idempotencyKey = crypto.randomUUID();
    expect(await host.call('update_publication', { id, idempotencyKey, ...answer })).toMatchObject({
      isError: false,
    });
    await host.close();

    await page.goto(`${desk.url}/desk/${id}`);
    const shown = await page.locator('#desk-notes li strong').allTextContents();
    expect(shown.map((text) => text.trim())).toEqual(['Open', 'Answered in version 2']);
    const [cookie] = await page.context().cookies();
    await tab.close();
    for (const [name, screen] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const) {
      const wide = await Tab.open({ ...WITH_AXE, ...screen });
      const at = await wide.visit(`${desk.url}/desk`, screen);
      await at.page.context().addCookies([cookie!]);
      for (const path of [`/desk/${id}`, `/desk/${id}/notes?section=s-figures`]) {
        const visit = await wide.visit(desk.url + path, screen);
        expect(await overflowOf(visit)).toBe(0);
        expect(await wcagViolations(visit)).toEqual([]);
        if (shots === undefined) continue;
        await mkdir(shots, { recursive: true });
        const file = `${path.includes('?') ? 'note' : 'notes'}-${name}.png`;
        await visit.page.screenshot({ path: join(shots, file), fullPage: true });
      }
      await wide.close();
    }
  });
});
