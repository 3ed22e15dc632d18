import 'reflect-metadata';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliModule } from '../../src/cli.module.js';
import { type Services, startServices } from '../../src/operator/command-context.js';
import { readConfig } from '../../src/platform/config/config.js';
import { parseFrontMatter } from '../../src/documents/parse-front-matter.js';
import type { ImportResult } from '../../src/transfer/import-result.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { Cli } from '../setup/cli.js';
import { filesIn, folderOf } from './folder.js';

const PACKAGES = join(import.meta.dirname, '../../node_modules');
/** Maximum number of files. The files come from other projects and have many styles. */
const MAX_FILES = 120;

describe('a tree of Markdown that was written for another tool', () => {
  let desk: Desk;
  let empty: FreshDatabase;
  let other: Services;
  let tree: string;

  beforeAll(async () => {
    desk = await openDesk();
    empty = await freshDatabase();
    other = await startServices(CliModule.register(readConfig({}), empty.url));
    tree = await folderOf({ 'en/odd-bytes.md': Buffer.from([0xff]), 'en/odd-empty.md': '\n' });
    const paths = (await readdir(PACKAGES, { recursive: true }))
      .filter((path) => /\.md$/i.test(path))
      .toSorted()
      .slice(0, MAX_FILES);
    for (const path of paths) {
      await copyFile(join(PACKAGES, path), join(tree, 'en', path.replaceAll(/[/@]/g, '-')));
    }
  });
  afterAll(async () => {
    await other.close();
    await empty.drop();
    await desk.close();
  });

  it('is imported, published and exported, and the export gives the same documents in an empty service [10.round-trip] [10.import] [10.export]', async () => {
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    const words = ['import', tree, '--account', desk.accountId, '--publish', '--json'];
    const first = await cli.run('publications', ...words);
    const report = JSON.parse(first.stdout) as ImportResult;
    expect(report.created).toBeGreaterThanOrEqual(100);
    expect(report).toMatchObject({
      created: report.published,
      failed: report.files - report.created,
    });
    const faulty = new Set(report.faults.map(({ file }) => file));
    expect([...faulty]).toEqual(expect.arrayContaining(['en/odd-bytes.md', 'en/odd-empty.md']));
    expect(faulty.size).toBe(report.failed);

    await everythingPublic(report.published);
    const released = await folderOf();
    await cli.json('publications', 'export', released);
    const exported = await filesIn(released);
    expect(Object.keys(exported)).toHaveLength(report.created);

    const { id: accountId } = await other.accounts.create('Somebody else', 'free');
    const copied = await other.imports.import(
      { ...IMPORT, root: released, accountId },
      QUIET,
      NEVER,
    );
    expect(copied).toMatchObject({ created: report.created, failed: 0, ignored: {} });
    const drafts = await folderOf();
    await other.exports.export({ root: drafts, accountId, drafts: true }, QUIET, NEVER);
    const copies = await filesIn(drafts);
    expect(Object.keys(copies).toSorted()).toEqual(Object.keys(exported).toSorted());
    for (const [path, text] of Object.entries(exported)) {
      expect(documentIn(copies[path]!)).toEqual(documentIn(text));
    }
    const contents = new Set(Object.values(copies).map((text) => parseFrontMatter(text).content));
    for (const [path, text] of Object.entries(await filesIn(tree))) {
      if (!faulty.has(path)) expect(contents).toContain(parseFrontMatter(text).content);
    }
  });

  async function everythingPublic(count: number): Promise<void> {
    const unsettled = `SELECT 1 FROM release WHERE due_at IS NOT NULL`;
    while ((await sql(desk.databaseUrl, unsettled)).length > 0) await sleep(100);
    const failed = await sql(desk.databaseUrl, 'SELECT error FROM release WHERE error IS NOT NULL');
    expect(failed).toEqual([]);
    expect(await sql(desk.databaseUrl, 'SELECT 1 FROM page')).toHaveLength(count);
  }
});

const IMPORT = {
  publish: false,
  author: null,
  keepLinks: false,
  overwrite: false,
  again: false,
  dryRun: false,
};
const QUIET = { start: () => {}, step: () => {} };
const NEVER = new AbortController().signal;

/** Returns the document in a file, without the facts about its release. */
function documentIn(text: string): unknown {
  const { fields, content } = parseFrontMatter(text);
  const { locale, slug, title, description, author, tags = '', sources = '' } = fields;
  return { locale, slug, title, description, author, tags, sources, content };
}
