import 'reflect-metadata';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type Desk, openDesk } from '../setup/desk.js';
import { LONG_WAIT } from '../setup/document.js';
import { Cli } from '../setup/cli.js';
import { folderOf } from './folder.js';
import { Importing } from './importing.js';

const idOf = async (of: Caller, slug: string) =>
  (await of.api.list(`?slug=${slug}`)).body.items[0]!.id;

describe('a site that was written elsewhere', () => {
  let desk: Desk;
  let cli: Cli;
  let importing: Importing;
  beforeAll(async () => {
    desk = await openDesk();
    cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    importing = await Importing.open(desk.databaseUrl);
  });
  afterAll(async () => {
    await importing.close();
    await desk.close();
  });

  const published = async (of: Caller, root: string) => {
    const report = await importing.run(root, of.accountId, { publish: true });
    for (const { id } of (await of.api.list()).body.items) {
      await of.api.read(id, LONG_WAIT.headers);
    }
    return report;
  };
  const textOf = async (path: string) => (await fetch(desk.url + path)).text();

  it('brings embedded pictures, which become pictures of the account [10.import-data]', async () => {
    const of = await desk.caller();
    const png = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#0a7' },
    })
      .png()
      .toBuffer();
    const data = `data:image/png;base64,${png.toString('base64')}`;
    const root = await folderOf({
      'en/embedded.md': `![One][image1] ![Two](${data}) \`${data}\`\n\n[image1]: <${data}>`,
    });
    const words = ['publications', 'import', root, '--account', of.accountId, '--publish'];
    const report = await cli.json(...words);
    expect(report).toMatchObject({ created: 1, published: 1, failed: 0 });
    await of.api.read(await idOf(of, 'embedded'), LONG_WAIT.headers);
    const name = `picture:${createHash('sha256').update(png).digest('hex')}`;
    const { body } = await of.api.read(await idOf(of, 'embedded'));
    expect(body.content).toBe(`![One][image1] ![Two](${name}) \`${data}\`\n\n[image1]: <${name}>`);
    expect(await textOf('/en/embedded')).toContain('<picture>');
  });

  it('keeps drafts unpublished, and names what was passed over [10.import-drafts] [10.import-passed-over] [10.import-mdx]', async () => {
    const of = await desk.caller();
    const root = await folderOf({
      'en/unready.md': '---\ndraft: true\n---\nText',
      'en/hidden.md': '---\npublish: false\n---\nText',
      'en/part.mdx': 'import A from "a";\n\n<A x={1}>Text</A>',
      'en/nav.json': '{}',
      'en/a.rst': 'x',
      'en/b.rst': 'x',
    });
    const report = await published(of, root);
    expect(report).toMatchObject({
      files: 3,
      created: 3,
      published: 1,
      removedJsx: { 'en/part.mdx': 3 },
      passedOver: { '.json': 1, '.rst': 2 },
    });
    expect(report.notPublished).toEqual([
      { file: 'en/hidden.md', reason: 'draft' },
      { file: 'en/unready.md', reason: 'draft' },
    ]);
    const { stdout } = await cli.run('publications', 'import', root, '--account', of.accountId);
    expect(stdout).toContain('Files that were passed over: .rst (2), .json (1).');
  });
});
