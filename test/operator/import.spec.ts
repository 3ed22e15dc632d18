import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../pictures/pictures.js';
import { LastingCli } from '../setup/cli.js';
import { type Caller, type SharedDesk, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited } from '../setup/lock-awaited.js';
import { expectAccepted } from '../setup/refusal.js';
import { folderOf } from './folder.js';
import { imported } from './importing.js';

const command = (root: string, { accountId }: Caller, ...options: string[]): string[] => [
  'publications',
  'import',
  root,
  '--account',
  accountId,
  ...options,
];

const contentOf = async (of: Caller, slug: string): Promise<string> => {
  const [found] = (await of.api.list(`?slug=${slug}`)).body.items;
  return (await of.api.read(found!.id)).body.content;
};

describe('publications import', () => {
  let desk: SharedDesk;
  let cli: LastingCli;
  beforeAll(async () => {
    desk = await sharedDesk();
    cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLISH_MIN_SOURCES: '1' });
  });
  afterAll(() => cli.close());

  it('takes fields from the front matter, and the rest from the path and the only heading of the first level [10.import] [10.import-path] [10.import-heading]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/guide/Intro to it.md': '# Hello *there*\n\nText\n',
      'en/b.md': [
        '---',
        'locale: pt-br',
        'slug: other',
        'title: "2026"',
        'description: In short',
        'author: { kind: person, name: Someone }',
        'tags: [one, two, one]',
        'sources:',
        '  - https://example.org/a',
        'intent: review',
        'layout: post',
        'version: 9',
        '---',
        '',
        'Text',
      ].join('\n'),
    });
    expect(await imported(cli, root, of)).toEqual({
      files: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      published: 0,
      failed: 0,
      interrupted: false,
      faults: [],
      conflicts: [],
      notPublished: [],
      ignored: { layout: 1 },
      pictures: {},
      links: 0,
      deadLinks: [],
      redated: 0,
      menus: [],
      notes: [],
      addresses: [
        { file: 'en/b.md', path: '/pt-BR/other' },
        { file: 'en/guide/Intro to it.md', path: '/en/intro-to-it' },
      ],
      removedJsx: {},
      passedOver: {},
      withoutAuthor: 1,
      author: { kind: 'organization', name: 'Someone' },
    });
    const [intro] = (await of.api.list('?slug=intro-to-it')).body.items;
    expect((await of.api.read(intro!.id)).body).toMatchObject({
      locale: 'en',
      title: 'Hello there',
      content: '# Hello *there*\n\nText\n',
      author: { kind: 'organization', name: 'Someone' },
      state: 'draft',
      version: 1,
    });
    const [other] = (await of.api.list('?slug=other')).body.items;
    expect((await of.api.read(other!.id)).body).toMatchObject({
      locale: 'pt-BR',
      title: '2026',
      content: 'Text',
      description: 'In short',
      author: { kind: 'person', name: 'Someone' },
      tags: ['one', 'two'],
      sources: ['https://example.org/a'],
      state: 'review',
    });
  });

  it('counts unknown members of front matter, even names such as __proto__', async () => {
    const of = await desk.caller();
    const names = '---\nconstructor: 2\n__proto__: 3\ntoString: 4\n---\n';
    const root = await folderOf({ 'en/a.md': `${names}A`, 'en/b.md': `${names}B` });
    const { ignored } = await imported(cli, root, of, '--dry-run');
    expect(Object.entries(ignored)).toEqual([
      ['constructor', 2],
      ['__proto__', 2],
      ['toString', 2],
    ]);
  });

  it('makes the slug from the path if another file has the slug of the file name [10.import-path]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/api/start.md': 'Deeper',
      'en/start.md': 'Higher up',
      'en/web/start.md': 'Deeper, too',
      'ko/api/start.md': 'In another locale',
      'en/named.md': '---\nslug: other-start\n---\nNamed',
      'en/other/other-start.md': 'Named by the path',
    });
    expect(await imported(cli, root, of)).toMatchObject({ created: 6, failed: 0 });
    const { items } = (await of.api.list('?sort=createdAt')).body;
    const contents = await Promise.all(
      items.map(async ({ id, locale, slug }) => [
        `${locale}/${slug}`,
        (await of.api.read(id)).body.content,
      ]),
    );
    expect(Object.fromEntries(contents)).toEqual({
      'en/api-start': 'Deeper',
      'en/start': 'Higher up',
      'en/web-start': 'Deeper, too',
      'ko/start': 'In another locale',
      'en/other-start': 'Named',
      'en/other-other-start': 'Named by the path',
    });
    expect(await imported(cli, root, of)).toMatchObject({ unchanged: 6 });
  });

  it('turns links between the files into addresses, and reports missing pictures and links that lead nowhere [10.import-links] [10.import-pictures] [10.import-dead-links]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/link-a.md': '[b](sub/link-b.md#part) [c](https://example.org/link-a.md) ![p](img/p.png)',
      'en/sub/link-b.md': '[a](../link-a) [none](none.md)\n\n[p]: ../img/p.png',
    });
    const { pictures, links, deadLinks } = await imported(cli, root, of);
    expect(pictures).toEqual({ 'en/img/p.png': 2 });
    expect(links).toBe(3);
    expect(deadLinks).toEqual([{ file: 'en/sub/link-b.md', line: 1, target: 'none.md' }]);
    expect(await contentOf(of, 'link-a')).toBe(
      '[b](/en/link-b#s-part) [c](https://example.org/link-a.md) ![p](img/p.png)',
    );
    expect(await contentOf(of, 'link-b')).toBe(
      '[a](/en/link-a) [none](none.md)\n\n[p]: ../img/p.png',
    );
    expect(await imported(cli, root, of)).toMatchObject({ unchanged: 2 });
    expect(await imported(cli, root, of, '--keep-links')).toMatchObject({ updated: 2 });
    expect(await contentOf(of, 'link-b')).toContain('[a](../link-a)');
    const { stdout } = await cli.run(...command(root, of, '--keep-links'));
    expect(stdout).toContain('Pictures that were not imported: en/img/p.png (2).');
  });

  it('reports pictures at addresses that no picture can have [10.import-pictures]', async () => {
    const of = await desk.caller();
    const addresses = ['shots.png', `${'a'.repeat(300)}.png`, 'a%00b.png'];
    const root = await folderOf({
      'en/odd.md': addresses.map((address) => `![p](${address})`).join(' '),
      'en/shots.png/a.txt': 'A folder',
    });
    const report = await imported(cli, root, of);
    expect(report).toMatchObject({ created: 1, failed: 0 });
    expect(Object.values(report.pictures)).toEqual([1, 1, 1]);
  });

  it('takes the author from the front matter, or else from --author; without both, the author is the account, as an organization [10.import-author]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/by-file.md': '---\nauthor: { kind: ai, name: Model }\n---\nText',
      'en/by-option.md': 'Text',
      'en/by-list.md': '---\nauthor: [Ada, Bob]\n---\nText',
      'en/by-mail.md': '---\nauthor: { name: Ada, email: ada@example.org }\n---\nText',
    });
    const report = await imported(cli, root, of, '--author', 'person:Ada: B');
    expect(report).toMatchObject({
      created: 4,
      failed: 0,
      ignored: { author: 2 },
      withoutAuthor: 3,
      author: { kind: 'person', name: 'Ada: B' },
    });
    const authorOf = async (slug: string) =>
      (await of.api.list(`?slug=${slug}`)).body.items[0]!.author;
    expect(await authorOf('by-file')).toEqual({ kind: 'ai', name: 'Model' });
    expect(await authorOf('by-option')).toEqual({ kind: 'person', name: 'Ada: B' });
    const { stdout } = await cli.run(...command(root, of));
    expect(stdout).toContain(
      'Files without an author: 3. Author of their documents: Someone (organization).',
    );
    expect(await authorOf('by-option')).toEqual({ kind: 'organization', name: 'Someone' });
    expect((await cli.run(...command(root, of, '--author', 'Ada'))).status).toBe(2);
  });

  it('with --dry-run reports the same as a real run, and writes nothing [10.import-dry-run]', async () => {
    const of = await desk.caller();
    const root = await folderOf({ 'en/dry-old.md': 'Old', 'en/dry-same.md': 'Same' });
    await imported(cli, root, of);
    await writeFile(join(root, 'en/dry-old.md'), 'New');
    await writeFile(join(root, 'en/dry-new.md'), 'New');
    await writeFile(join(root, 'en/dry-blank.md'), ' ');
    const sources = '---\nsources: [https://example.org]\n---\n';
    await writeFile(join(root, 'en/dry-sources.md'), `${sources}Text`);
    await writeFile(join(root, 'en/dry-others.md'), `${sources}Text`);
    const other = await desk.caller();
    await other.api.create(newDocument({ locale: 'en', slug: 'dry-others' }));
    await writeFile(join(root, 'en/dry-erased.md'), `${sources}Text`);
    const { body } = await of.api.create(newDocument({ locale: 'en', slug: 'dry-erased' }));
    await cli.json('publications', 'erase', body.id, '--reason', 'a court order');
    const dry = await imported(cli, root, of, '--publish', '--dry-run');
    // Five files fail. Three files have no sources, so their documents are not published. The path of one file belongs to
    // another account, and the path of one file belongs to an erased document. One file is blank.
    expect(dry).toMatchObject({ created: 2, updated: 1, unchanged: 1, published: 1, failed: 5 });
    const unsourced = dry.faults.filter(({ message }) => message.includes('sources_required'));
    expect(unsourced).toHaveLength(3);
    expect(dry.notes).toMatchObject([{ file: 'en/dry-blank.md', line: 1 }]);
    expect(await contentOf(of, 'dry-old')).toBe('Old');
    expect((await of.api.list('?slug=dry-new')).body.items).toEqual([]);
    const { status, stdout } = await cli.run(...command(root, of, '--dry-run'));
    expect(status).toBe(1);
    expect(stdout).toContain(
      'Nothing was written, because of --dry-run. Without it, the import would do this:\n',
    );
    expect(await imported(cli, root, of, '--publish')).toEqual(dry);
  });

  it('refuses content with too many parts, also with --dry-run [2.content-parts] [10.import-dry-run]', async () => {
    const of = await desk.caller();
    const root = await folderOf({ 'en/grown.md': '# a' });
    await imported(cli, root, of);
    for (const name of ['new', 'grown']) {
      await writeFile(join(root, `en/${name}.md`), `---\ntitle: T\n---\n${'# a\n'.repeat(26_000)}`);
    }
    const [dry, real] = [await imported(cli, root, of, '--dry-run'), await imported(cli, root, of)];
    expect(real).toMatchObject({
      created: 0,
      updated: 0,
      failed: 2,
      faults: ['grown', 'new'].map((name) => ({
        file: `en/${name}.md`,
        field: null,
        message: expect.stringContaining('must have at most 100,000 Markdown parts'),
      })),
    });
    expect(dry).toEqual(real);
  });

  it('uses no quota, and is in the audit as the work of the operator [10.import-costs-nothing]', async () => {
    const of = await desk.caller({ limit: 1 });
    const source = 'sources: [https://example.org]';
    const root = await folderOf({
      'en/x1.md': `---\n${source}\n---\nText`,
      'en/x2.md': `---\n${source}\n---\nText`,
    });
    expect(await imported(cli, root, of, '--publish')).toMatchObject({ created: 2, published: 2 });
    expect((await of.api.usage()).body).toMatchObject({ used: 0, remaining: 1 });
    expect((await of.api.create(newDocument())).status).toBe(201);
    const trail = await cli.json<Record<string, unknown>[]>(
      'audit',
      'list',
      '--account',
      of.accountId,
    );
    const written = trail.filter(({ version }) => version === 1);
    const operator = expect.stringMatching(/./) as string;
    expect(written).toHaveLength(5);
    for (const action of ['create', 'publish', 'create', 'publish']) {
      const entry = written.shift();
      expect(entry).toMatchObject({ action, channel: 'operator', keyId: null, operator });
    }
    expect(written[0]).toMatchObject({ action: 'create', channel: 'http', operator: null });
  });

  it('leaves a withdrawn page withdrawn, and says so in a dry run, too [10.import-withdrawn] [10.import-dry-run]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/taken-down.md': '---\nsources: [https://example.org]\n---\nText',
    });
    await imported(cli, root, of, '--publish');
    const { id } = (await of.api.list()).body.items[0]!;
    await of.api.read(id, { Prefer: 'wait=30' });
    await cli.json('publications', 'withdraw', id, '--reason', 'a mistake');
    for (const dry of [['--dry-run'], []]) {
      const again = await imported(cli, root, of, '--publish', ...dry);
      expect(again).toMatchObject({ unchanged: 1, published: 0, failed: 0 });
      expect(again.notPublished).toEqual([{ file: 'en/taken-down.md', reason: 'withdrawn' }]);
    }
    const { stdout } = await cli.run(...command(root, of, '--publish'));
    expect(stdout).toContain(
      'en/taken-down.md: not published: an operator withdrew the document; use --again to publish it again',
    );
  });

  it('leaves every exported document unchanged: links, a change note, the largest text, a tag with #, and an embedded picture [10.import-again] [10.round-trip]', async () => {
    const of = await desk.caller();
    const far = `https://example.org/${'\u{1f4a7}'.repeat(2_000)}`;
    const sources = Array.from({ length: 50 }, (_, index) => `${far}${index}`);
    const embedded = `data:image/png;base64,${(await picture('png', 8, 8)).bytes.toString('base64')}`;
    for (const document of [
      { slug: 'noted', content: '[b](largest)', changeNote: 'First' },
      { slug: 'largest', content: '\u{1f4a7}'.repeat(200_000), sources },
      { slug: 'embedded', content: `![a](${embedded})`, tags: ['#note'] },
    ]) {
      expectAccepted(await of.api.create(newDocument(document)), 201);
    }
    const root = await folderOf();
    await cli.json('publications', 'export', root, '--drafts', '--account', of.accountId);
    expect(await imported(cli, root, of)).toMatchObject({ files: 3, unchanged: 3, faults: [] });
  });

  it('lists every fault with its file, and imports the other files [10.import-faults] [10.exit-refused]', async () => {
    const of = await desk.caller();
    const foreign = (await desk.api.create(newDocument({ slug: 'taken' }))).body;
    const root = await folderOf({
      'en/good.md': 'Good',
      'en/bytes.md': Buffer.from([0xff]),
      'en/yaml.md': '---\na: [\n---\n',
      'en/fields.md': '---\ntitle: T\nauthor: { kind: A, name: B }\ntags: { a: b }\n---\nText',
      'en/taken.md': 'Mine?',
      'en/z-good.md': '---\nslug: best\n---\nTwice',
      'en/z-twice.md': '---\nslug: Best\n---\nTwice',
      'where.md': 'Text',
    });
    const report = await imported(cli, root, of);
    expect(report).toMatchObject({ files: 8, created: 2, failed: 6 });
    const lines = report.faults.map(
      ({ file, line = '', field, message }) => `${file}:${line} ${field} ${message}`,
    );
    expect(lines).toEqual([
      'en/bytes.md: null is not UTF-8 text',
      'en/fields.md:4 tags must be an array',
      'en/fields.md:3 author.kind must have 1 to 40 characters of a-z, 0-9, _ and -',
      'en/taken.md: null was refused (path_conflict): A document exists at this locale and slug already.',
      expect.stringMatching(
        /^en\/yaml\.md: null has front matter that is not YAML: line 3: /,
      ) as string,
      'en/z-twice.md:2 slug already belongs to en/z-good.md: write another slug into the front matter',
      'where.md: locale is required: write it into the front matter, or put the file into a folder such as en/',
    ]);
    const { status, stdout, stderr } = await cli.run(...command(root, of));
    expect(status).toBe(1);
    expect(stdout).toContain('en/taken.md: was refused (path_conflict)');
    expect(stdout).toContain('en/fields.md:3: author.kind must have');
    expect(stderr).toBe(
      'imprimatur: 6 of 8 files have faults; correct them and run the same command again.\n',
    );
    expect((await desk.api.read(foreign.id)).body.content).toBe('Some *text*.');
  });

  it('refuses a file of 1 MB of headings without words at once [10.import-bounded]', async () => {
    const root = await folderOf({ 'en/hashes.md': '#\n'.repeat(500_000) });
    const begun = process.cpuUsage();
    const { faults } = await imported(cli, root, desk);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_500_000);
    expect(faults).toMatchObject([
      { field: 'content', message: 'must have 1 to 200000 characters' },
    ]);
  });

  it('reports a conflict if a client writes the document during the import [10.import-conflict]', async () => {
    const of = await desk.caller();
    const root = await folderOf({ 'en/contested.md': 'From the file' });
    await imported(cli, root, of);
    const [contested] = (await of.api.list('?slug=contested')).body.items;
    const held = await heldUpdate(contested!.id);
    const running = imported(cli, await folderOf({ 'en/contested.md': 'From a newer file' }), of);
    await lockAwaited(desk.databaseUrl);
    await held.commit();
    const { conflicts, updated } = await running;
    expect(updated).toBe(0);
    expect(conflicts).toEqual([
      { file: 'en/contested.md', publicationId: contested!.id, version: 2, importedVersion: 1 },
    ]);
    expect(await contentOf(of, 'contested')).toBe('By a client');
  });

  /** Starts an update in another transaction. `commit` ends this transaction. */
  async function heldUpdate(id: string): Promise<{ commit(): Promise<void> }> {
    const other = new Client({ connectionString: desk.databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`UPDATE publication SET version = version + 1 WHERE id = $1`, [id]);
    await other.query(
      `INSERT INTO revision
       SELECT (jsonb_populate_record(r, '{"version": 2, "content": "By a client", "content_length": 11}')).*
         FROM revision r WHERE publication_id = $1`,
      [id],
    );
    return {
      commit: async () => {
        await other.query('COMMIT');
        await other.end();
      },
    };
  }

  it('refuses a missing folder [10.exit-refused]', async () => {
    const nowhere = await cli.run(...command(join(await folderOf(), 'nowhere'), desk));
    expect(nowhere.status).toBe(1);
    expect(nowhere.stderr).toMatch(
      /^imprimatur: The folder .*nowhere cannot be read \(ENOENT\)\.\n$/,
    );
    expect(nowhere.stdout).toBe('');
  });
});
