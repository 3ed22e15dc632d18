import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { ImportResult } from '../../src/transfer/import-result.js';
import { parseFrontMatter } from '../../src/transfer/parse-front-matter.js';
import { bytesIn, folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { openDesk } from '../setup/desk.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { sha256Of } from './pictures.js';

const PROJECT = join(import.meta.dirname, '../..');
/** Pattern of a picture that is written as HTML in a Markdown file, with a variant for dark screens. */
const HTML_PICTURE =
  /<picture>(?:(?!<\/picture>).)*<img alt="([^"]*)" src="([^"]*)"[^>]*>\s*<\/picture>/gs;
/** Pattern of a picture in Markdown: the part before the address, and the address. */
const SHOWN = /(!\[[^\]]*\]\()([\w/.-]+\.png)(?=\))/g;

const [desk, empty] = await Promise.all([openDesk(), freshDatabase()]);
const folder = await documentation();

afterAll(async () => {
  await desk.close();
  await empty.drop();
});

/**
 * Copies the documentation of this service with its screenshots, and the documentation of a package with one
 * picture.
 */
async function documentation(): Promise<string> {
  const root = await folderOf();
  await cp(join(PROJECT, 'README.md'), join(root, 'en/README.md'));
  await cp(join(PROJECT, 'docs'), join(root, 'en/docs'), { recursive: true });
  const other = join(root, 'en/pino-pretty');
  for (const file of ['Readme.md', 'demo.png']) {
    await cp(join(PROJECT, 'node_modules/pino-pretty', file), join(other, file));
  }
  const guide = join(root, 'en/docs/approving.md');
  const text = await readFile(guide, 'utf8');
  await writeFile(guide, text.replaceAll(HTML_PICTURE, '![$1]($2)\n'));
  return root;
}

/** Pattern of the address of an exported picture: the part before the digits of the hash, the digits, and the rest. */
const EXPORTED = /(!\[[^\]]*\]\()[\w-]+-([0-9a-f]{8})(?=\.png\))/g;

/** Returns the texts that an export must write, with the first digits of the hashes of pictures, and these hashes. */
function expected(files: Readonly<Record<string, Buffer>>) {
  const pictures = new Set<string>();
  const texts = Object.entries(files)
    .filter(([path]) => extname(path) === '.md')
    .map(([path, text]) =>
      text.toString().replaceAll(SHOWN, (_, words: string, address: string) => {
        const bytes = files[join(dirname(path), address)]!;
        const sha256 = sha256Of(bytes);
        pictures.add(sha256);
        return `${words}${sha256.slice(0, 8)}.png`;
      }),
    );
  return { texts, pictures };
}

const contentsOf = (files: Readonly<Record<string, Buffer>>): string[] =>
  Object.entries(files)
    .filter(([path]) => extname(path) === '.md')
    .map(([, text]) => parseFrontMatter(text.toString()).content.replaceAll(EXPORTED, '$1$2'))
    .toSorted();

const digestsOf = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha256Of(bytes)]));

it('a folder of documentation with pictures is imported, published and exported with every byte [14.transfer] [10.round-trip]', async () => {
  const { texts, pictures } = expected(await bytesIn(folder));
  expect(texts.length).toBeGreaterThan(50);
  expect(pictures.size).toBe(9);
  const cli = new Cli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
  const owner = ['--account', desk.accountId];
  const words = ['import', folder, ...owner, '--keep-links', '--publish'];
  const report = await cli.json<ImportResult>('publications', ...words);
  expect(report).toMatchObject({ created: texts.length, published: texts.length, failed: 0 });
  expect(Object.keys(report.pictures).map(extname)).toEqual(['.svg', '.svg']);
  await expect
    .poll(() => sql(desk.databaseUrl, 'SELECT FROM page'), { timeout: 120_000 })
    .toHaveLength(texts.length);

  const released = await folderOf();
  await cli.json('publications', 'export', released);
  const written = await bytesIn(released);
  expect(contentsOf(written)).toEqual(texts.toSorted());
  const files = Object.entries(written).filter(([path]) => extname(path) !== '.md');
  for (const [path, bytes] of files) expect(path).toContain(`-${sha256Of(bytes).slice(0, 8)}.png`);
  expect(new Set(files.map(([, bytes]) => sha256Of(bytes)))).toEqual(pictures);

  const drafts = await folderOf();
  await cli.json('publications', 'export', drafts, '--drafts');
  const unchanged = await cli.json('publications', 'import', drafts, ...owner, '--keep-links');
  expect(unchanged).toMatchObject({ unchanged: texts.length, failed: 0 });

  // An import into an empty service, and then an export from this service, change no file.
  const other = new Cli({ DATABASE_URL: empty.url, PUBLIC_BASE_URL: desk.url });
  const { id } = await other.json<{ id: string }>('accounts', 'create', '--name', 'Somebody');
  const copied = ['import', drafts, '--account', id, '--keep-links'];
  expect(await other.json('publications', ...copied)).toMatchObject({ created: texts.length });
  const again = await folderOf();
  await other.json('publications', 'export', again, '--drafts');
  expect(digestsOf(await bytesIn(again))).toEqual(digestsOf(await bytesIn(drafts)));
});
