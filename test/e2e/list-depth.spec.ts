import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import {
  type PageRequest,
  PublicationListRepository,
} from '../../src/publications/publication-list.repository.js';
import { SAMPLE } from '../setup/document.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { ExplainingDatabase, nodesOf, type PlanNode } from '../setup/plan.js';
import { sql } from '../setup/sql.js';

const DOCUMENTS = 6_000;
const PAGE = 21;
const START = Date.parse('2026-01-01T00:00:00Z');

let database: FreshDatabase;
let dataSource: DataSource;
let repository: PublicationListRepository;
const accounts = [randomUUID(), randomUUID()];

/**
 * Statement that makes documents, alternately for two accounts. The creation times are 1 s apart. The order by
 * `updated_at` differs from the order by creation.
 */
const FILL = `
  WITH made AS (
    INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
    SELECT gen_random_uuid(), ($1::uuid[])[1 + n % 2], 'en', 'document-' || n, 1,
           to_timestamp($2 + n), to_timestamp($2 + (n * 7919) % $3)
    FROM generate_series(1, $3::integer) n
    RETURNING id, account_id, created_at
  ), revised AS (
    INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                          created_at)
    SELECT id, 1, '${JSON.stringify(SAMPLE)}', 'Content', 7, 'draft', '', 'http', created_at FROM made
  ), decided AS (
    INSERT INTO decision (id, account_id, publication_id, version, outcome, via, channel, request_id)
    SELECT gen_random_uuid(), ($1::uuid[])[1], id, 1, outcome, 'desk', 'desk', 'r'
    FROM made, unnest('{released,returned}'::text[]) AS outcome
  )
  INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, attempts, fencing_token)
  SELECT id, account_id, 1, created_at, false, 0, 1 FROM made`;

beforeAll(async () => {
  database = await freshDatabase();
  const account = `INSERT INTO account (id, name, plan, status) SELECT unnest($1::uuid[]), 'A', 'free', 'active'`;
  await sql(database.url, account, [accounts]);
  await sql(database.url, FILL, [accounts, START / 1_000, DOCUMENTS]);
  await sql(database.url, 'ANALYZE');
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  repository = new PublicationListRepository(new ExplainingDatabase(dataSource, 'ANALYZE'));
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Returns the nodes of the plan that PostgreSQL executed: only a withdrawn document needs what its page says. */
async function planOf(page: Pick<PageRequest, 'sort' | 'after'>): Promise<PlanNode[]> {
  const [plan] = await repository.page({
    accountId: accounts[0]!,
    filters: {},
    limit: PAGE,
    ...page,
  });
  return nodesOf(plan as unknown as PlanNode).filter((node) => node['Actual Loops'] > 0);
}

describe('a page of the unfiltered list, at any depth', () => {
  const depths = [
    ['the first page', null],
    ['a page in the middle', { at: START + 3_000_000, id: accounts[0]! }],
    ['a page near the newest', { at: START + 5_900_000, id: accounts[0]! }],
    ['a page near the oldest', { at: START + 100_000, id: accounts[0]! }],
  ] as const;
  const sorts = [
    ['-createdAt', 'publication_created_idx'],
    ['createdAt', 'publication_created_idx'],
    ['-updatedAt', 'publication_updated_idx'],
    ['updatedAt', 'publication_updated_idx'],
  ] as const;
  const pages = sorts.flatMap(([sort, index]) =>
    depths.map(([name, after]) => ({ sort, index, name, after })),
  );

  it.each(pages)(
    '[4.list-depth] is read from the index, without a sort and without rows of other pages: $sort, $name',
    async ({ sort, index, after }) => {
      const nodes = await planOf({ sort, after });
      expect(nodes.map((node) => node['Node Type'])).not.toContainEqual(
        expect.stringMatching(/Sort|Seq Scan|Hash|Bitmap/),
      );
      const entry = nodes.find((node) => node['Relation Name'] === 'publication')!;
      expect(entry).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index });
      const read = nodes.map((node) => node['Actual Rows'] * node['Actual Loops']);
      expect(Math.max(...read)).toBe(PAGE);
      expect(nodes.every((node) => (node['Rows Removed by Filter'] ?? 0) === 0)).toBe(true);
    },
  );
});
