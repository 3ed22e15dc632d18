import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { Cli, CliProcess } from '../setup/cli.js';
import { type SharedDesk, sharedDesk } from '../setup/desk.js';
import { WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { released, releasedVersions } from '../setup/released.js';
import { expectAccepted } from '../setup/refusal.js';

/** The command line without any setting. */
const cli = new Cli({});

interface Report {
  readonly valid: boolean;
  readonly failed: readonly string[];
  readonly version: number;
  readonly records: number;
  readonly withheld: boolean;
}

let desk: SharedDesk;
let id: string;
let url: string;
let slug: string;
let folder: string;

beforeAll(async () => {
  desk = await sharedDesk();
  const first = {
    content: '---\n\n# Heading\r\n\nText: "quoted", 한국어.\n',
    title: 'Title: "quoted" — # no comment',
    description: 'Two\nlines: yes',
    tags: ['no', '1.0', 'ключ'],
    sources: ['https://example.org/?a=1#b'],
    author: { kind: 'ai', name: '*Model*' },
  };
  ({ id, url } = await releasedVersions(desk, 3, { first, rotate: true }));
  slug = basename(url);
  folder = await folderOf();
  for (const version of [1, 2, 3]) {
    await save(`@${version}.md`, `${slug}@${version}.md`);
    await save(`@${version}.jws`, `${slug}@${version}.jws`);
  }
  await save('.md', 'page.md');
  const keys = await fetch(`${desk.url}/.well-known/jwks.json`);
  await writeFile(join(folder, 'jwks.json'), await keys.text());
});

async function save(form: string, name: string): Promise<void> {
  const response = await fetch(url + form);
  await writeFile(join(folder, name), Buffer.from(await response.arrayBuffer()));
}

describe('verify', () => {
  it('[15.verify-files] checks files saved from a site, in a process without settings', async () => {
    const process = new CliProcess({});
    const report = await process.json<Report>('verify', join(folder, `${slug}@3.md`));
    expect(report).toMatchObject({ valid: true, failed: [], version: 3, records: 3 });
  });

  it('[15.verify-files] [15.verify-untouched] checks every version, and the file of the page [15.verify-page-file]', async () => {
    for (const version of [1, 2, 3]) {
      const report = await cli.json<Report>('verify', join(folder, `${slug}@${version}.md`));
      expect(report).toMatchObject({ valid: true, version, records: version });
    }
    const report = await cli.json<Report>('verify', join(folder, 'page.md'));
    expect(report).toMatchObject({ valid: true, version: 3 });
  });

  it('[15.verify-url] [15.verify-untouched] checks the addresses of a document on a site', async () => {
    for (const form of ['', '.md', '@3', '@3.md', '@3.jws', '@2', '@1']) {
      const report = await cli.json<Report>('verify', url + form);
      expect(report).toMatchObject({ valid: true, failed: [] });
    }
    const keys = join(folder, 'jwks.json');
    expect(await cli.json('verify', `${url}@3`, '--keys', keys)).toMatchObject({ records: 3 });
    const missing = await cli.run('verify', `${url}@9`);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toBe(`imprimatur: ${url}@9 is missing.\n`);
  });

  it('[15.verify-url] finds the document of a start page, and names where other addresses lead', async () => {
    // Only this test has documents in Māori.
    const start = `${desk.url}/mi`;
    const home = await released(desk.api, { locale: 'mi' });
    await operator(desk.databaseUrl, 'site', 'set-home', home.id, '--locale', 'mi');
    await operator(desk.databaseUrl, 'redirects', 'add', `/old/${home.slug}`, home.id);
    await expect.poll(async () => (await fetch(start)).headers.get('Link')).toContain('alternate');
    const report = await cli.json<Report>('verify', start);
    expect(report).toMatchObject({ valid: true, version: 1 });
    for (const address of [`${desk.url}/old/${home.slug}`, `${home.url}/`]) {
      const { status, stderr } = await cli.run('verify', address);
      expect(status).toBe(1);
      expect(stderr).toContain(`/mi/${home.slug}: verify that address.`);
    }
    const list = await cli.run('verify', `${start}/tags`);
    expect(list.stderr).toBe(`imprimatur: ${start}/tags is missing.\n`);
  });

  it('[15.verify-names] [10.verify] exits with 1, and with one line that names the changed part', async () => {
    const file = join(folder, 'changed.md');
    const text = await readFile(join(folder, `${slug}@2.md`), 'utf8');
    await writeFile(file, text.replace('Text 2.', 'Text two.'));
    const { status, stdout, stderr } = await cli.run('verify', file, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, failed: ['Markdown'], version: 2 });
    expect(stderr).toBe('imprimatur: Markdown: the text differs from what was signed.\n');
    await rm(file);
  });

  it('[15.verify-url] accepts a chain in which the record of a release before a withdrawal is withheld', async () => {
    await operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'a mistake');
    expectAccepted(await desk.api.update(id, { expectedVersion: 3, title: 'Mended' }), 200);
    expectAccepted(await desk.api.publish(id, { expectedVersion: 4 }, WAIT), 202);
    const report = await cli.json<Report>('verify', url);
    expect(report).toMatchObject({ valid: true, version: 4, records: 1, withheld: true });
  });
});
