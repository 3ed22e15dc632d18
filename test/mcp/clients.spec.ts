import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';

const desk = await sharedDesk();

it.each([
  ['legacy', '2025-11-25'],
  ['modern', '2026-07-28'],
  ['auto', '2026-07-28'],
] as const)(
  '[8.eras] [8.wait-seconds] [8.note] [8.one-text-block] [8.structured] an official client (%s) connects with protocol version %s, and creates, updates, publishes and reads a document',
  async (era, protocolVersion) => {
    const someone = await assistant(desk.url, desk.key, era);
    expect(someone.protocolVersion).toBe(protocolVersion);
    const created = await someone.call('create_publication', {
      idempotencyKey: randomUUID(),
      ...newDocument({ title: 'First' }),
    });
    const { id } = created.body;
    expect(created.body).toMatchObject({ version: 1, state: 'draft' });
    expect(created.body.note).toContain('expectedVersion 1');

    const updated = await someone.call('update_publication', {
      id,
      expectedVersion: 1,
      idempotencyKey: randomUUID(),
      title: 'Second',
    });
    expect(updated.body).toMatchObject({ id, version: 2, changedFields: ['title'] });

    const published = await someone.call('publish_publication', {
      id,
      expectedVersion: 2,
      idempotencyKey: randomUUID(),
      waitSeconds: 30,
    });
    expect(published.body).toMatchObject({ state: 'published', indexStatus: 'ready' });
    expect(published.body.note).toContain('Version 2 is public');
    const page = await fetch(published.body.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Second');

    const read = await someone.call('get_publication', { id });
    expect(read.body).toMatchObject({ id, version: 2, content: 'Some *text*.' });
    const listed = await someone.call('list_publications', { slug: read.body.slug });
    expect(listed.body.items.map((item) => item.id)).toEqual([id]);
    const usage = await someone.call('get_account_usage');
    expect(usage.body).toMatchObject({ accountId: desk.accountId });
    expect(usage.structured).toEqual(usage.body);
    expect(usage.text).toBe(JSON.stringify(usage.structured));
    await someone.close();
  },
);
