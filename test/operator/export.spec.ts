import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import { sharedDesk, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { newPerson } from '../desk/person.js';
import { filesIn, folderOf } from './folder.js';
import { released } from '../setup/released.js';

/** Makes a slug that no other file of tests uses. */
const unique = (name: string): string => `${name}-${randomUUID()}`;

describe('publications export', () => {
  let desk: SharedDesk;
  let cli: LastingCli;
  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
  });
  afterAll(() => cli.close());

  it('writes the released revisions, each as the site serves it, and no withdrawn document [10.export]', async () => {
    const slug = unique('문서');
    const { id } = await released(desk.api, { slug, locale: 'ko' });
    await desk.api.update(id, { expectedVersion: 1, content: 'Not released' });
    await desk.api.create(newDocument({ title: 'A draft' }));
    const { id: gone } = await released(desk.api);
    await cli.json('publications', 'withdraw', gone, '--reason', 'a mistake');
    const file = `ko/${slug}.md`;
    const root = await folderOf({ 'ko/文.md': 'left alone', [file]: 'replaced' });
    const words = ['publications', 'export', root, '--account', desk.accountId];
    expect(await cli.json(...words)).toEqual({ files: 1, interrupted: false });
    const site = await (await fetch(`${desk.url}/ko/${encodeURIComponent(slug)}.md`)).text();
    expect(await filesIn(root)).toEqual({ [file]: site, 'ko/文.md': 'left alone' });
  });

  it('writes the working revisions with --drafts, and only those of one account with --account [10.export-drafts]', async () => {
    const caller = await desk.caller();
    const slug = unique('draft');
    const draft = { title: 'Draft', slug, intent: 'review', content: '\n\nBegins late' };
    await caller.api.create(newDocument(draft));
    const root = await folderOf();
    const { accountId } = caller;
    await cli.json('publications', 'export', join(root, 'new'), '--drafts', '--account', accountId);
    const files = await filesIn(root);
    expect(Object.keys(files)).toEqual([`new/en/${slug}.md`]);
    expect(files[`new/en/${slug}.md`]).toContain('\nintent: "review"\nversion: 1\n');
    expect(files[`new/en/${slug}.md`]!.endsWith('\n---\n\n\n\nBegins late')).toBe(true);
    const again = ['publications', 'import', join(root, 'new'), '--account', accountId];
    expect(await cli.json(...again)).toMatchObject({ files: 1, unchanged: 1 });
  });

  it('writes the notes that are not closed next to a draft, and never next to a released revision [10.export-notes]', async () => {
    const caller = await desk.caller();
    const slug = unique('noted');
    const { id } = await released(caller.api, { slug });
    const person = await newPerson(desk, caller.accountId, 'Ada Example');
    const notes = `/desk/${id}/notes`;
    const note = { place: 'content', text: 'Which year?' };
    await person.post(notes, { ...(await person.form(notes, notes)), ...note });
    const [drafts, root] = [await folderOf(), await folderOf()];
    const account = ['--account', caller.accountId];
    await cli.json('publications', 'export', drafts, '--drafts', ...account);
    const files = await filesIn(drafts);
    expect(Object.keys(files).toSorted()).toEqual([`en/${slug}.md`, `en/${slug}.notes.json`]);
    expect(JSON.parse(files[`en/${slug}.notes.json`]!)).toMatchObject([
      { text: 'Which year?', by: 'Ada Example', answeredIn: null },
    ]);
    await cli.json('publications', 'export', root, ...account);
    expect(Object.keys(await filesIn(root))).toEqual([`en/${slug}.md`]);
    const evidence = join(root, 'evidence');
    await cli.json('publications', 'evidence', id, evidence);
    expect(JSON.parse((await filesIn(evidence))['notes.json']!)).toMatchObject({
      notes: [{ text: 'Which year?', by: 'Ada Example', version: 1, closed: null }],
    });
    const { url } = (await caller.api.read(id)).body;
    for (const address of [url, `${url}.md`, `${url}@1`, `${url}@1.jws`, `${url}/versions`])
      expect(await (await fetch(address)).text()).not.toContain('Which year?');
    const [, close] = /action="([^"]*\/close)"/.exec((await person.open(`/desk/${id}`)).text)!;
    await person.post(close!, await person.form(`/desk/${id}`, close!));
    await cli.json('publications', 'export', drafts, '--drafts', ...account);
    expect(Object.keys(await filesIn(drafts))).toEqual([`en/${slug}.md`]);
  });

  it('ends with 1 if the folder cannot be made [10.exit-refused]', async () => {
    const { status, stdout, stderr } = await cli.run('publications', 'export', '/proc/x');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('imprimatur: The folder /proc/x cannot be made (ENOENT).\n');
  });
});
