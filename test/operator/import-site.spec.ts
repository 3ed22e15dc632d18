import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as whole } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportResult } from '../../src/transfer/import-result.js';
import { Cli, LastingCli } from '../setup/cli.js';
import { type Caller, type Desk, openDesk } from '../setup/desk.js';
import { LONG_WAIT } from '../setup/document.js';
import { sql } from '../setup/sql.js';
import { TREES } from '../unit/transfer/trees.js';
import { filesIn, folderOf } from './folder.js';
import { imported } from './importing.js';

const CLI = join(import.meta.dirname, '../../dist/src/cli.js');

const newPng = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer();

const idOf = async (of: Caller, slug: string) =>
  (await of.api.list(`?slug=${slug}`)).body.items[0]!.id;

describe('a site that was written elsewhere', () => {
  let desk: Desk;
  let cli: LastingCli;
  beforeAll(async () => {
    desk = await openDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl });
  });
  afterAll(async () => {
    await cli.close();
    await desk.close();
  });

  const published = async (of: Caller, root: string) => {
    const report = await imported(cli, root, of, '--publish');
    for (const { id } of (await of.api.list()).body.items) {
      await of.api.read(id, LONG_WAIT.headers);
    }
    return report;
  };
  const get = (path: string, init: RequestInit = {}) =>
    fetch(desk.url + path, { redirect: 'manual', ...init });
  const textOf = async (path: string) => (await get(path)).text();

  it('keeps its dates, until a later release moves the date of the change [10.import-dates] [9.stated-dates]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/dated.md': '---\ndate: 2019-05-04\nlastmod: 2020-06-07T23:30:00-02:00\n---\nFirst',
      'en/undated.md': '---\ndate: 2021-02-30\ncreated: 2999-01-01\n---\nText',
      'en/_posts/2018-03-04-a-post.md': 'Text',
    });
    const { notes } = await published(of, root);
    expect(notes).toEqual([
      { file: 'en/undated.md', line: 2, message: 'date was left out: 2021-02-30 does not exist' },
      {
        file: 'en/undated.md',
        line: 3,
        message: 'created was left out: 2999-01-01 is in the future',
      },
    ]);
    const post = await textOf('/en/2018-03-04-a-post');
    expect(post).toContain('"datePublished":"2018-03-04T00:00:00.000Z"');
    expect(post).toMatch(/<h1[^>]*>a-post</);
    const page = await textOf('/en/dated');
    expect(page).toContain('"datePublished":"2019-05-04T00:00:00.000Z"');
    expect(page).toContain('"dateModified":"2020-06-08T01:30:00.000Z"');
    expect(page).toMatch(/<time datetime="2019-05-04[^>]*>[^]*<time datetime="2020-06-08/);
    expect(await textOf('/en/feed.xml')).toContain('<updated>2020-06-08T01:30:00.000Z</updated>');
    expect(await textOf('/sitemap-0.xml')).toContain('<lastmod>2020-06-08T01:30:00.000Z</lastmod>');
    expect(await textOf('/en/dated.md')).toContain('firstPublishedAt: "2019-05-04T00:00:00.000Z"');
    const id = await idOf(of, 'dated');
    await of.api.update(id, { expectedVersion: 1, content: 'Second' });
    const { body } = await of.api.publish(id, { expectedVersion: 2 }, LONG_WAIT);
    const later = await textOf('/en/dated');
    expect(later).toContain('"datePublished":"2019-05-04T00:00:00.000Z"');
    expect(later).toContain(`"dateModified":"${body.publishedAt}"`);
    expect(await textOf('/en/dated@1')).not.toMatch(/2019|2020/);
    // A date can change without a release, and stays after a withdrawal.
    const again = await folderOf({
      'en/undated.md': '---\ndate: 2021-02-03\n---\nText',
    });
    expect(await published(of, again)).toMatchObject({ unchanged: 1, published: 0, redated: 1 });
    expect(await textOf('/en/undated')).toContain('"datePublished":"2021-02-03T00:00:00.000Z"');
    await cli.json('publications', 'withdraw', id, '--reason', 'a mistake', '--yes');
    await of.api.publish(id, { expectedVersion: 2 }, LONG_WAIT);
    expect(await textOf('/en/dated')).toContain('"datePublished":"2019-05-04T00:00:00.000Z"');
    expect((await get('/en/dated@1')).status).toBe(410);
  });

  it('is found at its old addresses, which lead to the documents and never hide one [10.import-aliases] [9.redirects]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/moved.md':
        '---\naliases: [/old/Place/, Former name, /en/moved, /en/other]\npermalink: /2019/moved.html\n---\nText',
      'en/other.md': '---\nredirect_from: /old/Place\n---\nText',
      'en/first.md': '---\nslug: /\n---\nText',
      'en/deep.md': '---\nslug: /guides/Deep\n---\nText',
    });
    const { notes } = await published(of, root);
    expect(notes).toEqual([
      {
        file: 'en/moved.md',
        line: 2,
        message:
          'the alias /en/other is the address of a document, so it does not redirect to this file',
      },
      {
        file: 'en/other.md',
        line: 2,
        message: 'the alias /old/Place already redirects to /en/moved',
      },
    ]);
    for (const path of ['/old/Place', '/old/Place/', '/en/former-name', '/2019/moved.html']) {
      const answer = await get(path, { headers: { Accept: '*/*' } });
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        301,
        '/en/moved',
      ]);
    }
    expect((await get('/en/other')).status).toBe(200);
    expect((await get('/en/first')).status).toBe(200);
    expect((await get('/guides/Deep')).headers.get('location')).toBe('/en/guides-deep');
    expect((await get('/old/place/2')).status).toBe(404);
    expect((await get('/api/old/Place')).status).toBe(404);
    expect(await published(of, root)).toMatchObject({ unchanged: 4 });
  });

  it('has redirects that operators add, list and remove, each in the audit [10.redirects] [9.redirects]', async () => {
    const of = await desk.caller();
    await published(of, await folderOf({ 'en/target.md': 'Text' }));
    const id = await idOf(of, 'target');
    expect((await get('/gone/caf%C3%A9')).status).toBe(404);
    await cli.json('redirects', 'add', '/gone/café/', id);
    await cli.json('redirects', 'add', '/gone/caf%C3%A9', id);
    // Paths that lists, versions and the service's own documentation have.
    const others = ['/xx', '/tags/zz', '/xx/zz@3', '/docs/old', '/100%25%3F%2541'];
    for (const path of others) {
      expect(await cli.json('redirects', 'add', path, id)).toMatchObject({ path });
      expect([path, (await get(path)).headers.get('location')]).toEqual([path, '/en/target']);
    }
    expect((await cli.run('redirects', 'add', '/api/x', id)).status).toBe(1);
    expect((await get('/gone/caf%C3%A9?x=1')).headers.get('location')).toBe('/en/target');
    const list = await cli.json<object[]>('redirects', 'list', '--account', of.accountId);
    expect(list).toHaveLength(6);
    expect(list).toContainEqual(
      expect.objectContaining({ path: '/gone/caf%C3%A9', locale: 'en', slug: 'target' }),
    );
    const refused = await cli.run('redirects', 'add', '/en/target', id);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('/en/target is the address of a document');
    expect((await cli.run('redirects', 'add', 'gone', id)).status).toBe(1);
    await cli.json('publications', 'withdraw', id, '--reason', 'a mistake', '--yes');
    expect((await get('/gone/caf%C3%A9')).status).toBe(410);
    await cli.json('redirects', 'remove', '/gone/café');
    expect((await cli.run('redirects', 'remove', '/gone/café')).status).toBe(1);
    const audit = await cli.json<{ action: string }[]>('audit', 'list', '--account', of.accountId);
    const actions = audit.map(({ action }) => action).filter((one) => one.startsWith('redirects'));
    const six = Array.from({ length: 6 }, () => 'redirects add');
    expect(actions.toSorted()).toEqual([...six, 'redirects remove']);
  });

  it('has menus and start pages that operators set and end, each in the audit [10.site-places]', async () => {
    const of = await desk.caller();
    await published(of, await folderOf({ 'gd/toc.md': '- [Toc](/gd/toc)', 'gd/draft.md': 'x' }));
    const id = await idOf(of, 'toc');
    for (const kind of ['menu', 'home']) {
      const wrong = await cli.run('site', `set-${kind}`, id, '--locale', 'en');
      expect(wrong).toMatchObject({ status: 1, stdout: '' });
      expect((await cli.run('site', `set-${kind}`, id, '--locale', 'g_d')).status).toBe(2);
      const place = await cli.json('site', `set-${kind}`, id, '--locale', 'GD');
      expect(place).toMatchObject({ kind, locale: 'gd', slug: 'toc', publicationId: id });
    }
    expect(await textOf('/gd')).toContain('aria-current="page"');
    for (const kind of ['menu', 'home']) {
      await cli.json('site', `unset-${kind}`, '--locale', 'gd');
      const again = await cli.run('site', `unset-${kind}`, '--locale', 'gd');
      expect(again).toMatchObject({ status: 1, stdout: '' });
    }
    const audit = await cli.json<{ action: string }[]>('audit', 'list', '--account', of.accountId);
    const actions = audit.map(({ action }) => action).filter((one) => one.startsWith('site'));
    expect(actions.toSorted()).toEqual([
      'site set-home',
      'site set-menu',
      'site unset-home',
      'site unset-menu',
    ]);
  });

  it('brings embedded pictures, which become pictures of the account [10.import-data]', async () => {
    const of = await desk.caller();
    const png = await newPng();
    const data = `data:image/png;base64,${png.toString('base64')}`;
    const root = await folderOf({
      'en/embedded.md': `![One][image1] ![Two](${data}) \`${data}\`\n\n[image1]: <${data}>`,
    });
    expect(await published(of, root)).toMatchObject({ created: 1, published: 1, failed: 0 });
    const name = `picture:${createHash('sha256').update(png).digest('hex')}`;
    const { body } = await of.api.read(await idOf(of, 'embedded'));
    expect(body.content).toBe(`![One][image1] ![Two](${name}) \`${data}\`\n\n[image1]: <${name}>`);
    expect(await textOf('/en/embedded')).toContain('<picture>');
  });

  it('comes without the pictures for which no process starts, which are reported [10.import-pictures]', async () => {
    const of = await desk.caller();
    const root = await folderOf({ 'en/undecoded.md': '![p](p.png)', 'en/without.md': 'Text' });
    await writeFile(join(root, 'en/p.png'), await newPng());
    // The lasting services may have a process that decodes pictures already.
    const fresh = new Cli({ DATABASE_URL: desk.databaseUrl });
    const { execPath } = process;
    process.execPath = '/nonexistent';
    const report = await imported(fresh, root, of).finally(() => {
      process.execPath = execPath;
    });
    expect(report).toMatchObject({ created: 2, failed: 0, pictures: { 'en/p.png': 1 } });
    const again = await imported(cli, root, of);
    expect(again).toMatchObject({ updated: 1, unchanged: 1 });
    expect(again.pictures).toEqual({});
  });

  it('keeps drafts unpublished, and names what was passed over [10.import-drafts] [10.import-passed-over] [10.import-mdx]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/unready.md': '---\ndraft: true\n---\nText',
      'en/hidden.md': '---\npublish: false\n---\nText',
      'en/part.mdx': 'import A from "a";\n\n<A x={1}>Text</A>',
      'en/bare.md': '---\ntitle: A\n---\n\n',
      '.tool/x.md': 'x',
      'en/.x': 'x',
      'en/_Footer.md': 'x',
      'en/nav.json': '{}',
      'en/a.rst': 'x',
      'en/b.rst': 'x',
    });
    const report = await published(of, root);
    expect(report).toMatchObject({
      files: 4,
      created: 3,
      published: 1,
      failed: 0,
      removedJsx: { 'en/part.mdx': 3 },
      passedOver: { '.json': 1, '.rst': 2, '.tool': 1, '.x': 1, '_Footer.md': 1 },
    });
    const message = 'contains no text, so no document was made from this file';
    expect(report.notes).toEqual([{ file: 'en/bare.md', line: 4, message }]);
    expect(report.notPublished).toEqual([
      { file: 'en/hidden.md', reason: 'draft' },
      { file: 'en/unready.md', reason: 'draft' },
    ]);
    const { stdout } = await cli.run('publications', 'import', root, '--account', of.accountId);
    expect(stdout).toContain(
      'Files that were skipped: .tool (1), .x (1), _Footer.md (1), .rst (2), .json (1).',
    );
  });

  it('comes out with its dates and aliases, and in again unchanged [10.round-trip] [10.export-site]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/kept.md': '---\ndate: 2018-01-02\naliases: [/kept/old]\n---\n:::tip A\n[[kept|x]]\n:::',
    });
    await published(of, root);
    const first = await folderOf();
    await cli.json('publications', 'export', first, '--account', of.accountId);
    const { 'en/kept.md': text } = await filesIn(first);
    expect(text).toContain('firstPublishedAt: "2018-01-02T00:00:00.000Z"');
    expect(text).toContain('updated: "2018-01-02T00:00:00.000Z"\naliases:\n  - "/kept/old"\nurl: ');
    expect(await imported(cli, first, of)).toMatchObject({ unchanged: 1, notes: [] });
    const drafts = await folderOf();
    await cli.json('publications', 'export', drafts, '--drafts', '--account', of.accountId);
    const dates =
      /firstPublishedAt: "2018-01-02T00:00:00.000Z"\nupdated: "2018-01-02T00:00:00.000Z"/;
    expect((await filesIn(drafts))['en/kept.md']).toMatch(dates);
    expect((await cli.run('verify', join(first, 'en/kept.md'))).stderr).not.toContain('not signed');
    await writeFile(join(first, 'en/kept.md'), text!.replace(':::tip A', ':::tip B'));
    await published(of, first);
    const page = await textOf('/en/kept');
    expect(page).toContain('"datePublished":"2018-01-02T00:00:00.000Z"');
    expect(page).not.toContain('"dateModified":"2018');
    const second = await folderOf();
    await cli.json('publications', 'export', second, '--account', of.accountId);
    expect(await imported(cli, second, of)).toMatchObject({ unchanged: 1 });
  });

  it('ends cleanly when it is interrupted, and continues when it is run again [10.import-again]', async () => {
    const of = await desk.caller();
    const names = Array.from({ length: 400 }, (_, index) => `en/many-${index}.md`);
    const root = await folderOf(Object.fromEntries(names.map((name) => [name, 'Text'])));
    // Makes the import so slow that the import cannot end before the test interrupts it.
    await sql(
      desk.databaseUrl,
      `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql
         AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END';
       CREATE TRIGGER linger BEFORE INSERT ON publication FOR EACH ROW
         WHEN (NEW.account_id = '${of.accountId}') EXECUTE FUNCTION linger()`,
    );
    const words = ['publications', 'import', root, '--account', of.accountId];
    const child = spawn(process.execPath, [CLI, ...words, '--json'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: desk.databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = [whole(child.stdout), whole(child.stderr)];
    const ended = new Promise((resolve) => child.once('close', resolve));
    while ((await countOf(of.accountId)) < 5) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    // The lines before it say how far the import is, if the machine is so busy that it takes long.
    expect(await stderr).toMatch(
      /(?:^|\n)imprimatur: Interrupted\..*run the same command again.*\n$/,
    );
    const first = JSON.parse(await stdout) as ImportResult;
    expect(first).toMatchObject({ interrupted: true, failed: 0 });
    expect(first.created).toBe(await countOf(of.accountId));
    expect(first.created).toBeLessThan(400);
    await sql(desk.databaseUrl, 'DROP TRIGGER linger ON publication');
    const second = await imported(cli, root, of);
    expect(second).toMatchObject({ unchanged: first.created, created: 400 - first.created });
  });

  const countOf = async (accountId: string): Promise<number> =>
    (await sql(desk.databaseUrl, 'SELECT 1 FROM publication WHERE account_id = $1', [accountId]))
      .length;

  // Each tree has a locale of its own, so that no two trees have one address.
  const LOCALES = 'bg cs da de el es fi fr hr hu id'.split(' ');
  it.each(Object.entries(TREES).map(([name, tree], at) => [name, LOCALES[at]!, tree] as const))(
    'in the style of %s reports the same with --dry-run, and is unchanged after an export [10.import-dry-run] [10.round-trip] [10.export-site]',
    async (_, locale, [files, linkRoot = '']) => {
      const of = await desk.caller();
      const root = await folderOf(
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path.replace(/^en(?=\/)/, locale),
            text.replace(/^locale: en$/m, `locale: ${locale}`),
          ]),
        ),
      );
      const publishing = ['--publish', '--root', linkRoot];
      const dry = await imported(cli, root, of, ...publishing, '--dry-run');
      const real = await imported(cli, root, of, ...publishing);
      expect(real).toEqual(dry);
      expect(real.created).toBeGreaterThan(0);
      expect(await imported(cli, root, of, ...publishing)).toMatchObject({
        unchanged: real.created,
        links: real.links,
      });
      const [first, second] = [await folderOf(), await folderOf()];
      const exported = (folder: string) =>
        cli.json('publications', 'export', folder, '--drafts', '--account', of.accountId);
      expect(await exported(first)).toMatchObject({ files: real.created });
      const again = await imported(cli, first, of);
      expect(again).toMatchObject({ unchanged: real.created, updated: 0, failed: 0, notes: [] });
      await exported(second);
      expect(await filesIn(second)).toEqual(await filesIn(first));
    },
  );
});
