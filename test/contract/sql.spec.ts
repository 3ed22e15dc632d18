import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Statement } from '../../src/platform/database/statement.js';
import { projectFiles, projectRoot } from './project-files.js';

const FOLDER = 'docs/sql';
const sources = projectFiles().filter((path) => /^src\/.*\.(statements|sql)\.ts$/.test(path));
/** Returns the name of the page of a source: `writes.write.sql` for `src/writes/write.sql.ts`. */
const pageOf = (source: string): string =>
  `${basename(dirname(source))}.${basename(source).replace(/\.(statements|sql)\.ts$/, '')}.sql`;

/** Returns the statements in an export. An export can be a statement, or an object that contains statements. */
function statementsIn(exported: unknown): Statement[] {
  if (typeof exported !== 'object' || exported === null) return [];
  if ('name' in exported && 'text' in exported) return [exported as Statement];
  return Object.values(exported).flatMap(statementsIn);
}

/** Removes the indent of the source, and white space at line ends. */
function dedented(text: string): string {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());
  const indents = lines
    .slice(1)
    .filter(Boolean)
    .map((line) => line.search(/\S/));
  const indent = Math.min(...indents, 40);
  return lines
    .filter(Boolean)
    .map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''))
    .join('\n');
}

describe('docs/sql', () => {
  it.each(sources)('shows the statements of %s as PostgreSQL gets them', async (source) => {
    const exported = (await import(join(projectRoot, source))) as Record<string, unknown>;
    const statements = new Map(
      Object.values(exported)
        .flatMap(statementsIn)
        .map(({ name, text }) => [name, `-- ${name}\n${dedented(text)};\n`]),
    );
    if (statements.size === 0) return;
    const page = `-- Generated from ${source}: npx vitest run --project service test/contract/sql.spec.ts -u\n\n`;
    await expect(page + [...statements.values()].join('\n')).toMatchFileSnapshot(
      join(projectRoot, FOLDER, pageOf(source)),
    );
  });

  it('has no page of a file that no longer exists', () => {
    const expected = new Set(sources.map(pageOf));
    const pages = readdirSync(join(projectRoot, FOLDER));
    expect(pages.filter((page) => !expected.has(page))).toEqual([]);
  });
});
