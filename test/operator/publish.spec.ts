import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Publication } from '../../clients/typescript/src/client.js';
import type { PublishReport } from '../../src/operator/publish-files.js';
import { newPerson } from '../desk/person.js';
import { picture } from '../pictures/pictures.js';
import { Cli, type Ended } from '../setup/cli.js';
import { type Caller, type SharedDesk, sharedDesk, sharedPair } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { filesIn, folderOf } from './folder.js';

const CLI = join(import.meta.dirname, '../../dist/src/cli.js');
// No database exists at this address. The command does not need a database, because it uses only the HTTP API.
const cli = new Cli({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });

let desk: SharedDesk;
beforeAll(async () => {
  desk = await sharedDesk();
});

/** A file whose name no other test uses, and its document. */
interface OneFile {
  readonly file: string;
  readonly slug: string;
  readonly of: Caller;
  readonly write: (text: string) => Promise<void>;
  readonly run: (...options: string[]) => Promise<Ended>;
  readonly publish: (...options: string[]) => Promise<Publication>;
  /** Publishes, expects a failure, and returns what stderr says. */
  readonly fails: (...options: string[]) => Promise<string>;
  readonly read: () => Promise<Publication>;
}

async function oneFile(
  first: string,
  at: { url: string } = desk,
  of = desk as Caller,
): Promise<OneFile> {
  const slug = `published-${randomUUID()}`;
  const root = await folderOf({ [`en/${slug}.md`]: first });
  const file = join(root, `en/${slug}.md`);
  const words = ['publish', file, '--url', at.url, '--key', of.key];
  const run = (...options: string[]) => cli.run(...words, ...options);
  return {
    file,
    slug,
    of,
    write: (changed) => writeFile(file, changed),
    run,
    publish: (...options) => cli.json<Publication>(...words, ...options),
    fails: async (...options) => {
      const { status, stderr } = await run(...options);
      expect(status).toBe(1);
      return stderr;
    },
    read: async () => {
      const { id } = (await of.api.list(`?slug=${slug}`)).body.items[0]!;
      return (await of.api.read(id)).body as unknown as Publication;
    },
  };
}

const text = (front: readonly string[]) => `---\n${front.join('\n')}\n---\nText`;

const report = async (root: string, of: Caller, ...options: string[]) => {
  const words = ['publish', root, '--url', desk.url, '--key', of.key, '--json', ...options];
  const ended = await cli.run(...words);
  return { ...ended, report: JSON.parse(ended.stdout) as PublishReport };
};

describe('publish FILE', () => {
  it('creates the document of a file, updates it if the file has changed, and waits until it is public [10.publish-file]', async () => {
    const { file, write } = await oneFile('# From a file\n\nText\n');
    const keyFile = join(await folderOf({ key: `${desk.key}\n` }), 'key');
    const words = ['publish', file, '--wait', '--url', desk.url, '--key-file', keyFile];
    const first = await cli.json<Publication>(...words);
    const published = { state: 'published', indexStatus: 'ready', title: 'From a file' };
    expect(first).toMatchObject({ ...published, version: 1, publishedVersion: 1 });
    expect(await cli.json<Publication>(...words)).toMatchObject({ version: 1 });
    await write('# From a file\n\nOther text\n');
    expect(await cli.json<Publication>(...words)).toMatchObject({ ...published, version: 2 });
    expect(await (await fetch(first.url)).text()).toContain('Other text');
  });

  it('says what is missing, or why the service refused the key [10.publish-file] [10.exit-refused]', async () => {
    const root = await folderOf({ 'no-locale.md': 'Text', 'en/refused.md': 'Text' });
    const refusals = [
      ['en/refused.md', 'imp_000000000000_', 'unauthorized: '],
      ['no-locale.md', desk.key, 'locale is required: write it into the front matter'],
      ['en/none.md', desk.key, 'cannot be opened'],
    ] as const;
    for (const [path, key, reason] of refusals) {
      const ended = await cli.run('publish', join(root, path), '--url', desk.url, '--key', key);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toContain(reason);
    }
  });

  it('normalises the fields as an import does, so that a run without a change writes nothing [10.publish-file]', async () => {
    const front = [
      'locale: en-us',
      'title: "Hello "',
      'description: In short',
      'tags: [a, a, " b"]',
      'sources: [https://example.org/, https://example.org/]',
      'author: { kind: person, name: Someone }',
    ];
    const { of, slug, file, write, publish, read } = await oneFile(
      text(front),
      desk,
      await desk.caller(),
    );
    await write(text([...front, `slug: " ${slug} "`]));
    await publish('--wait');
    const { used } = (await of.api.usage()).body;
    expect(used).toBe(2);
    await publish('--wait');
    await rm(join(file, '../.imprimatur.json'));
    await publish('--wait');
    expect((await of.api.usage()).body.used).toBe(used);
    expect(await read()).toMatchObject({
      locale: 'en-US',
      slug,
      title: 'Hello',
      tags: ['a', 'b'],
      sources: ['https://example.org/'],
      version: 1,
    });
    await write(text([`slug: ${slug}`, 'locale: en-us', 'title: ~']));
    await publish('--wait');
    expect(await read()).toMatchObject({ description: '', tags: [], sources: [], version: 2 });
  });

  it('publishes a change while the release before is in flight [10.publish-file]', async () => {
    const pair = await sharedPair();
    const { write, publish, read } = await oneFile('First', pair, pair);
    await publish();
    expect(await read()).toMatchObject({ state: 'publishing', version: 1 });
    await write('Second');
    const { id } = await publish();
    await publish();
    const requested = 'SELECT requested_version FROM release WHERE publication_id = $1';
    expect(await sql(pair.databaseUrl, requested, [id])).toEqual([{ requested_version: 2 }]);
  });

  it('neither replaces nor publishes what others wrote, until --overwrite is given [10.publish-conflict]', async () => {
    const of = await desk.caller();
    const { slug, file, write, publish, fails, read } = await oneFile('First', desk, of);
    const { id } = await publish('--wait');
    const other = await desk.caller({ account: of.accountId });
    expectAccepted(await other.api.update(id, { expectedVersion: 1, content: 'By another' }), 200);
    expect(await fails()).toContain('was changed after it was last written from this file');
    await write('By the file');
    for (const isLost of [false, true]) {
      if (isLost) await rm(join(file, '../.imprimatur.json'));
      expect(await fails()).toContain(`en/${slug}.md: conflict: `);
      expect(await read()).toMatchObject({
        version: 2,
        content: 'By another',
        publishedVersion: 1,
      });
    }
    await publish('--overwrite', '--wait');
    expect(await read()).toMatchObject({ version: 3, content: 'By the file', publishedVersion: 3 });
  });

  it('does not publish what was withdrawn or sent back, or waits for review [10.publish-held]', async () => {
    const of = await desk.caller();
    const { write, publish, fails, read } = await oneFile('First', desk, of);
    const { id } = await publish('--wait');
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    expect(await fails()).toContain(
      'an operator withdrew the document; use --again to publish it again',
    );
    await write('Second');
    expect(await fails()).toContain('an operator withdrew the document');
    expect(await read()).toMatchObject({ version: 2, publishedVersion: null });
    await publish('--again', '--wait');
    expect(await read()).toMatchObject({ version: 2, publishedVersion: 2 });
    await write('---\nintent: review\n---\nThird');
    expect(await fails()).toContain('waits for review');
    const person = await newPerson(desk, of.accountId);
    const form = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
    await person.post(`/desk/${id}/send-back`, { ...form, note: 'Wrong' });
    expect(await fails('--again')).toContain('an approver sent the document back for changes');
    expect(await read()).toMatchObject({ version: 3, publishedVersion: 2 });
  });

  it('uploads the pictures that the file shows, and names pictures and links that lead nowhere [10.publish-broken]', async () => {
    const { bytes, sha256 } = await picture('png', 64, 48);
    const first = '![A](a.png) ![B](gone.png) [c](../de/c.md) [d](d)';
    const { file, slug, write, run, read } = await oneFile(first);
    await writeFile(join(file, '../a.png'), bytes);
    const { status, stderr } = await run('--wait');
    expect(status).toBe(0);
    expect((await read()).content).toBe(
      `![A](picture:${sha256}) ![B](gone.png) [c](../de/c.md) [d](d)`,
    );
    for (const path of ['en/gone.png', '../de/c.md (line 1)', 'd (line 1)']) {
      expect(stderr).toContain(
        `en/${slug}.md: the published page lacks this picture, link or included file: ${path}`,
      );
    }
    await write('---\ndate: 2020-01-01\naliases: [a]\n---\nText');
    expect((await run()).stderr).toContain(
      'date, aliases: left out, because only the command "publications import" reads this part of the front matter',
    );
  });
});

describe('publish FOLDER', () => {
  it('publishes new and changed files, links them with each other, and says what it skipped [10.publish-folder]', async () => {
    const of = await desk.caller();
    const [a, b] = [`folder-a-${randomUUID()}`, `folder-b-${randomUUID()}`];
    const root = await folderOf({
      [`en/${a}.md`]: `[b](sub/${b}.md)`,
      [`en/sub/${b}.md`]: 'B',
      'en/broken.md': '---\ntitle: a: b\n---\n',
    });
    const first = await report(root, of, '--wait');
    expect(first.report).toMatchObject({ files: 3, created: 2, published: 2, failed: 1, left: 0 });
    expect(first.status).toBe(1);
    await rm(join(root, 'en/broken.md'));
    const { items } = (await of.api.list('?sort=createdAt')).body;
    expect(items.map(({ slug, state }) => [slug, state])).toEqual([
      [a, 'published'],
      [b, 'published'],
    ]);
    expect((await of.api.read(items[0]!.id)).body.content).toBe(`[b](/en/${b})`);
    const { used } = (await of.api.usage()).body;
    const again = await report(join(root, 'en'), of);
    expect(again).toMatchObject({ status: 0, report: { files: 2, unchanged: 2, published: 0 } });
    expect((await of.api.usage()).body.used).toBe(used);
    // A new file with the same name does not take the document of the other file.
    await writeFile(join(root, `en/${b}.md`), 'Another');
    await writeFile(join(root, `en/sub/${b}.md`), 'B, changed');
    const third = await report(root, of);
    expect(third.report).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 });
    expect((await of.api.read(items[1]!.id)).body.content).toBe('B, changed');
  });

  it('stops at the limit of the day, says how many files are left, and continues later [10.publish-folder]', async () => {
    const of = await desk.caller({ limit: 5 });
    const names = Array.from({ length: 4 }, (_, index) => `limit-${index}-${randomUUID()}`);
    const root = await folderOf(Object.fromEntries(names.map((name) => [`en/${name}.md`, name])));
    const first = await report(root, of);
    expect(first.report).toMatchObject({ files: 4, created: 3, published: 2, left: 2 });
    expect(first.stderr).toContain('2 of 4 files are left: run the command again.');
    await sql(desk.databaseUrl, 'UPDATE account SET daily_write_limit = 100 WHERE id = $1', [
      of.accountId,
    ]);
    const second = await report(root, of);
    expect(second.report).toMatchObject({ created: 1, unchanged: 3, published: 2, left: 0 });
    expect((await of.api.usage()).body.used).toBe(8);
  });

  it('skips a file without text and names it, but a single file without text is refused [10.publish-folder] [10.publish-file]', async () => {
    const slug = `blank-${randomUUID()}`;
    const root = await folderOf({
      [`en/${slug}.md`]: 'Text',
      'en/bare.md': '---\ntitle: A\n---\n',
    });
    const ended = await report(root, desk);
    expect(ended).toMatchObject({ status: 0, report: { created: 1, failed: 0 } });
    const message = 'contains no text, so no document was made from this file';
    expect(ended.report.notes).toEqual([{ file: 'en/bare.md', line: 3, message }]);
    const alone = await report(await folderOf({ 'en/bare.md': '\n' }), desk);
    expect(alone).toMatchObject({ status: 0, report: { files: 1, created: 0, notes: [{}] } });
    const file = join(root, 'en/bare.md');
    const one = await cli.run('publish', file, '--url', desk.url, '--key', desk.key);
    expect(one).toMatchObject({ status: 1, stdout: '' });
    expect(one.stderr).toContain(`en/bare.md:3: ${message}`);
  });

  it('goes on after a picture that the service refuses [10.publish-folder]', async () => {
    const of = await desk.caller();
    const [bad, good] = [`refused-a-${randomUUID()}`, `refused-b-${randomUUID()}`];
    const { bytes } = await picture('png', 64, 48);
    const root = await folderOf({
      [`en/${bad}.md`]: '![A](a.png)',
      'en/a.png': bytes.subarray(0, 200),
      [`en/${good}.md`]: 'Text',
    });
    const ended = await report(root, of);
    expect(ended).toMatchObject({ status: 1, report: { created: 1, failed: 1, left: 0 } });
    expect(ended.report.faults).toMatchObject([
      { file: `en/${bad}.md`, message: expect.stringContaining('picture_invalid') as string },
    ]);
  });

  it('reports what it published if the wait for the pages fails or is interrupted [10.publish-wait]', async () => {
    const pair = await sharedPair();
    const inFlight = async (of: Caller) => {
      const names = ['a', 'b'].map((name) => `waited-${name}-${randomUUID()}`);
      const root = await folderOf(Object.fromEntries(names.map((name) => [`en/${name}.md`, name])));
      const words = ['publish', root, '--url', pair.url, '--key', of.key, '--json', '--wait'];
      const child = spawn(process.execPath, [CLI, ...words]);
      const ended = Promise.all([
        once(child, 'close'),
        streamText(child.stdout),
        streamText(child.stderr),
      ]);
      const publishing = async () => (await of.api.list('?state=publishing')).body.items;
      await expect.poll(publishing).toHaveLength(2);
      return { child, ended, first: (await of.api.list(`?slug=${names[0]}`)).body.items[0]!.id };
    };
    const [suspended, interrupted] = [await pair.caller(), await pair.caller()];

    const failed = await inFlight(suspended);
    await operator(pair.databaseUrl, 'accounts', 'suspend', suspended.accountId);
    const [status, stdout, stderr] = await failed.ended;
    expect(status[0]).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ created: 2, published: 2, left: 0 });
    expect(stderr).toContain('account_suspended');

    const stopped = await inFlight(interrupted);
    stopped.child.kill('SIGINT');
    // Ends the wait for the first page. The release of the second one never ends here.
    const withdraw = ['withdraw', stopped.first, '--reason', 'ends the wait'];
    await operator(pair.databaseUrl, 'publications', ...withdraw);
    const [, stopping, said] = await stopped.ended;
    expect(JSON.parse(stopping)).toMatchObject({ created: 2, published: 2, left: 0 });
    expect(said).toContain('Interrupted while waiting for the pages.');
  });

  it('makes no document twice after it was killed [10.publish-folder]', async () => {
    const of = await desk.caller();
    const names = Array.from({ length: 20 }, (_, index) => `killed-${index}-${randomUUID()}`);
    const root = await folderOf(Object.fromEntries(names.map((name) => [`en/${name}.md`, name])));
    const words = ['publish', root, '--url', desk.url, '--key', of.key];
    for (const enough of [2, 9]) {
      const child = spawn(process.execPath, [CLI, ...words], { stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('close', resolve));
      while (
        child.exitCode === null &&
        (await of.api.list('?limit=1&count=true')).body.total! < enough
      ) {
        await sleep(20);
      }
      expect(child.exitCode).toBeNull();
      child.kill('SIGKILL');
      await ended;
    }
    const last = await report(root, of, '--wait');
    expect(last).toMatchObject({ status: 0, report: { failed: 0, conflicts: [], left: 0 } });
    const { items } = (await of.api.list('?limit=100')).body;
    expect(items.map(({ version, state }) => `${version} ${state}`)).toEqual(
      names.map(() => '1 published'),
    );
    expect((await of.api.usage()).body.used).toBe(40);
  });

  it('tells if it cannot remember what it wrote [10.publish-folder]', async () => {
    const name = `forgotten-${randomUUID()}`;
    const root = await folderOf({ [`en/${name}.md`]: 'Text' });
    const state = join(root, 'en/.imprimatur.json');
    for (const damage of [() => writeFile(state, 'null'), () => mkdir(state)]) {
      await rm(state, { recursive: true, force: true });
      await damage();
      const words = ['publish', root, '--url', desk.url, '--key', desk.key];
      const { status, stderr } = await cli.run(...words);
      expect(status).toBe(1);
      expect(stderr).toContain('.imprimatur.json, is not readable');
    }
    expect(Object.keys(await filesIn(root)).map((path) => basename(path))).toEqual([`${name}.md`]);
    expect((await desk.api.create(newDocument({ slug: name }), LONG_WAIT)).status).toBe(201);
  });
});
