import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { LastingCli } from '../setup/cli.js';
import type { AnswerBody } from '../setup/client.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { expectAccepted } from '../setup/refusal.js';
import { filesIn, folderOf } from './folder.js';
import { imported } from './importing.js';

const desk = await sharedDesk();
const cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
afterAll(() => cli.close());

/** A slug that no other file of tests uses. */
let made = 0;
const newSlug = (): string => `again-${(made += 1)}`;

interface Imported {
  readonly of: Caller;
  readonly root: string;
  readonly slug: string;
  readonly id: string;
  readonly write: (text: string) => Promise<void>;
  readonly read: () => Promise<AnswerBody>;
}

/** Imports and publishes a folder with one file, and waits until its page is public. */
async function publicFile(first: string): Promise<Imported> {
  const of = await desk.caller();
  const slug = newSlug();
  const root = await folderOf({ [`en/${slug}.md`]: first });
  await imported(cli, root, of, '--publish');
  const { id } = (await of.api.list(`?slug=${slug}`)).body.items[0]!;
  await of.api.read(id, LONG_WAIT.headers);
  return {
    of,
    root,
    slug,
    id,
    write: (changed) => writeFile(join(root, `en/${slug}.md`), changed),
    read: async () => (await of.api.read(id)).body,
  };
}

describe('a second import', () => {
  it('writes what a busy service first refuses [10.import-faults]', async () => {
    const { of, root, id, read, write } = await publicFile('Take 50 mg.');
    await write('Take 5 mg.');
    const lock = `SELECT FROM publication WHERE id = '${id}' FOR UPDATE`;
    const running = await whileLocked(desk.databaseUrl, lock, async () => {
      const result = imported(cli, root, of);
      await lockAwaited(desk.databaseUrl);
      // Longer than a write waits for a lock.
      await sleep(5_500);
      return { result };
    });
    expect(await running.result).toMatchObject({ updated: 1, faults: [] });
    expect(await read()).toMatchObject({ content: 'Take 5 mg.', version: 2 });
  });

  it('names a conflict by file and versions, and leaves the document alone [10.import-conflict]', async () => {
    const { of, root, id, read, write, slug } = await publicFile('First');
    expectAccepted(await of.api.update(id, { expectedVersion: 1, content: 'By a key' }), 200);
    expectAccepted(await of.api.update(id, { expectedVersion: 2, content: 'By a key again' }), 200);
    await write('By the file');
    const words = ['publications', 'import', root, '--account', of.accountId, '--publish'];
    for (const more of [['--dry-run'], []]) {
      const { status, stdout, stderr } = await cli.run(...words, ...more);
      expect(status).toBe(1);
      expect(stdout).toContain(
        `en/${slug}.md: conflict: the document is at version 3, but the last version that was written from this file is 1`,
      );
      expect(stderr).toContain('use --overwrite');
      expect(await read()).toMatchObject({ version: 3, content: 'By a key again' });
    }
  });

  it('takes an exported file as a change of the version that it was exported from [10.round-trip] [10.import-conflict]', async () => {
    const of = await desk.caller();
    const slug = newSlug();
    const { id } = (await of.api.create(newDocument({ slug, content: 'First' }))).body;
    expectAccepted(await of.api.publish(id, { expectedVersion: 1 }, LONG_WAIT), 202);
    const root = await folderOf();
    await cli.json('publications', 'export', root, '--account', of.accountId);
    const file = `en/${slug}.md`;
    const text = (await filesIn(root))[file]!;
    expectAccepted(
      await of.api.update(id, { expectedVersion: 1, content: 'Second', intent: 'review' }),
      200,
    );
    const unchanged = await imported(cli, root, of, '--publish');
    expect(unchanged).toMatchObject({ unchanged: 1, published: 0, conflicts: [] });
    expect((await of.api.read(id)).body).toMatchObject({ version: 2, state: 'review' });
    await writeFile(join(root, file), text.replace('First', 'First, edited'));
    expect((await imported(cli, root, of)).conflicts).toMatchObject([{ file, version: 2 }]);
    await cli.json('publications', 'export', root, '--account', of.accountId, '--drafts');
    const draft = (await filesIn(root))[file]!;
    await writeFile(join(root, file), draft.replace('Second', 'Second, edited'));
    expect(await imported(cli, root, of)).toMatchObject({ updated: 1, conflicts: [] });
  });

  it('forgets the file of an erased revision, and does not bring its text back [10.import-conflict] [15.erase-list]', async () => {
    const { of, root, id, read } = await publicFile('Name of a patient');
    expectAccepted(
      await of.api.update(id, { expectedVersion: 1, content: 'Without the name' }),
      200,
    );
    expectAccepted(await of.api.publish(id, { expectedVersion: 2 }, LONG_WAIT), 202);
    await cli.json('publications', 'erase', id, '--version', '1', '--reason', 'a request', '--yes');
    const { conflicts } = await imported(cli, root, of, '--publish');
    expect(conflicts).toMatchObject([{ version: 2, importedVersion: null }]);
    expect(await read()).toMatchObject({ version: 2, content: 'Without the name' });
  });
});
