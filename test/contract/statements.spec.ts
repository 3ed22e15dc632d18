import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as floor from '../../bench/floor/statements.js';
import type { Statement } from '../../src/platform/database/statement.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';
import { projectFiles, projectRoot } from './project-files.js';

/** Maximum length of a name (NAMEDATALEN - 1). PostgreSQL truncates longer names. */
const MAX_NAME_LENGTH = 63;

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'name' in value && 'text' in value;

/** Imports all statements that the `.statements.ts` files export. */
async function declared(): Promise<Statement[]> {
  const files = projectFiles().filter((path) => /^src\/.*\.statements\.ts$/.test(path));
  const modules = await Promise.all(
    files.map((path) => import(join(projectRoot, path)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((exported) => Object.values(exported)).filter(isStatement);
}

describe('the name of a statement', { timeout: 60_000 }, () => {
  it('is unique and not too long for PostgreSQL', async () => {
    const statements = await declared();
    expect(statements.length).toBeGreaterThan(40);
    expect(statements.filter(({ name }) => name.length > MAX_NAME_LENGTH)).toEqual([]);
    const texts = new Map(statements.map(({ name, text }) => [name, text]));
    expect(statements.filter(({ name, text }) => texts.get(name) !== text)).toEqual([]);
  });
});

describe('the minimal server of the bench', () => {
  it('has statements that PostgreSQL can run on the schema', async () => {
    const database = await freshDatabase();
    for (const { name, text } of Object.values(floor)) {
      const values = new Set(text.match(/\$\d+/g)).size;
      const nulls = values > 0 ? `(${Array(values).fill('NULL').join(', ')})` : '';
      await sql(database.url, `PREPARE ${name} AS ${text}; EXPLAIN EXECUTE ${name}${nulls}`);
    }
    await database.drop();
  });
});
