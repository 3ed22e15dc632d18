import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate, generatedId, generatedSlug } from '../../bench/seed.js';
import { KeyRecords } from '../../src/keys/key-records.js';
import { NO_ID } from '../../src/platform/ids/ids.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import type { Statement } from '../../src/platform/database/statement.js';
import { searchCondition } from '../../src/publications/publication-list.repository.js';
import { findStatement } from '../../src/search/find.statements.js';
import { READ_PUBLICATION } from '../../src/publications/publications.statements.js';
import { CLAIM_JOBS } from '../../src/releases/release-jobs.statements.js';
import { READ_JOB } from '../../src/releases/release-steps.statements.js';
import { SETTLED_RELEASES } from '../../src/releases/release-waits.service.js';
import { FIND_STATES, READ_PAGE } from '../../src/site/pages.repository.js';
import { READ_FACTS } from '../../src/writes/facts.sql.js';
import { PAID } from '../../src/writes/write.sql.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { ExplainingDatabase, nodesOf, type PlanNode } from '../setup/plan.js';
import { projectFiles, projectRoot } from './project-files.js';

/** The plan of a search does not depend on its parameters. */
const EMPTY_SEARCH = {
  scope: NO_ID,
  terms: [],
  similar: [],
  titled: [],
  wholeTitles: [],
  phrases: null,
  forms: [],
  of: [],
  shares: [],
  scales: [],
  limit: 10,
  offset: 0,
};
const OWN = 50_000;
const OTHERS = 10_000;
const OTHER_ACCOUNTS = 10_000;
/** Maximum number of rows that a step of a plan may sort. A search ranks up to 1,000 rows. */
const MAX_SORTED = 1_000;
/** Tables that grow with use. The other tables have few rows in any installation. */
const BIG = new Set([
  'accepted_write',
  'account',
  'daily_usage',
  'publication',
  'publisher_key',
  'page',
  'released_tag',
  'release',
  'revision',
  'search_entry',
]);
/**
 * Values for statements with a LIMIT. If PostgreSQL does not know the value of a LIMIT, it plans for a tenth of the
 * rows.
 */
const WITH_VALUES: Readonly<Record<string, unknown[]>> = {
  search_claim_missed: [16, 30, 5],
};
/** Statements that read a whole table once per operator command, to show the progress of the command. */
const COUNTS = new Set(['release_count_indexable']);
/** Statements that read all documents of one account, as a list with a filter by state does. */
const OF_ONE_ACCOUNT = new Set(['decision_queue', 'decision_next', 'decision_waiting_groups']);

const account = randomUUID();
const stranger = randomUUID();
let database: FreshDatabase;
let dataSource: DataSource;
let generic: ExplainingDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await fill(database.url);
  dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
  generic = new ExplainingDatabase(dataSource, 'GENERIC_PLAN');
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO account (id, name, plan, status)
     SELECT unnest($1::uuid[]), 'A', 'free', 'active'
     UNION ALL SELECT gen_random_uuid(), 'A', 'free', 'active' FROM generate_series(1, $2)`,
    [[account, stranger], OTHER_ACCOUNTS],
  );
  await client.query(`
    INSERT INTO publisher_key (id, account_id, name, secret_hash, scopes)
    SELECT left(md5(id::text), 12), id, 'A', '', '{read}' FROM account`);
  await client.query(`INSERT INTO daily_usage SELECT id, now(), 1 FROM account`);
  const shared = { released: true, content: 'Some *text*.' };
  await generate(client, { ...shared, accountIds: [account], batch: 1, count: OWN });
  await generate(client, { ...shared, accountIds: [stranger], batch: 2, count: OTHERS });
  await client.query(`
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                request_id, created_at, idempotency_key)
    SELECT gen_random_uuid(), account_id, 'create', id, 1, 'key', 'http', id, created_at, id
    FROM publication`);
  await client.query('ANALYZE');
  await client.end();
}

/** Imports the statements that the SQL files export, except `COUNTS` and `OF_ONE_ACCOUNT`. */
async function statements(): Promise<Statement[]> {
  const paths = projectFiles().filter((path) => /^src\/.*\.(?:statements|sql)\.ts$/.test(path));
  const files = await Promise.all(
    paths.map((path) => import(join(projectRoot, path)) as Promise<object>),
  );
  return files
    .flatMap((file) => Object.values(file) as unknown[])
    .filter((value): value is object => typeof value === 'object')
    .flatMap((value) => ('text' in value ? [value] : Object.values(value)))
    .filter((value): value is Statement => typeof value === 'object' && 'text' in value)
    .filter(({ name }) => !COUNTS.has(name) && !OF_ONE_ACCOUNT.has(name));
}

const isScanOfAll = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' && BIG.has(node['Relation Name'] ?? '');
const isSortOfAll = (node: PlanNode): boolean =>
  node['Node Type'] === 'Sort' && node['Plan Rows'] > MAX_SORTED;

/**
 * Returns the steps of a plan that read a whole big table, or sort many rows. The cost of such a step grows with the
 * table.
 */
function faultsOf(plan: PlanNode): string[] {
  return nodesOf(plan)
    .filter((node) => isScanOfAll(node) || isSortOfAll(node))
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? node['Plan Rows']}`);
}

describe('with 60,000 publications, the plan of', async () => {
  it.each(await statements())(
    '$name reads no whole table and sorts no whole list',
    async (each) => {
      const values = WITH_VALUES[each.name];
      const explaining = values ? new ExplainingDatabase(dataSource, 'ANALYZE') : generic;
      const [plan] = await explaining.rows<PlanNode>(each, values);
      expect(faultsOf(plan!)).toEqual([]);
    },
  );

  it('the look-up of a key uses the index of the key ids', async () => {
    const plan = (await new KeyRecords(generic).find('any')) as unknown as PlanNode;
    expect(shapeOf(plan)).toContain('Index Scan publisher_key_pkey');
    expect(faultsOf(plan)).toEqual([]);
  });

  it("a search in an account's own documents uses the word index, with and without filters", async () => {
    const filters = { state: 'draft', indexStatus: 'ready', tag: 'a', slug: 'b' } as const;
    const plans = [searchCondition({}), searchCondition(filters)].map(async (condition) => {
      const { statement } = findStatement('draft', EMPTY_SEARCH, condition);
      const [plan] = await generic.rows<PlanNode>(statement);
      expect(shapeOf(plan!)).toContain('Bitmap Index Scan search_entry_draft_idx');
      // It sorts what its look-ups find, which have a maximum each.
      return faultsOf(plan!).filter((fault) => !fault.startsWith('Sort'));
    });
    expect(await Promise.all(plans)).toEqual([[], []]);
  });
});

it('PostgreSQL uses the index of the idempotency keys to look up a key, even without statistics of the table', async () => {
  const young = await freshDatabase();
  const client = new Client({ connectionString: young.url });
  await client.connect();
  const plans: string[] = [];
  for (let rows = 100; rows <= 1_000; rows += 100) {
    await client.query(
      `INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                   request_id, idempotency_key)
       SELECT gen_random_uuid(), $1, 'create', gen_random_uuid(), 1, 'key', 'http', 'r',
              gen_random_uuid() FROM generate_series(1, 100)`,
      [account],
    );
    for (const { text } of [READ_FACTS, PAID.create]) {
      const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
      plans.push(...plan.rows.map((row) => row['QUERY PLAN']));
    }
  }
  await client.end();
  await young.drop();
  const reads = plans.filter((line) => /Scan.* on accepted_write(?: |$)/.test(line));
  expect(reads).toHaveLength(20);
  for (const read of reads) expect(read).toContain('using accepted_write_idempotency_key ');
});

describe('a generic plan of PostgreSQL', () => {
  const [one, two] = [generatedId(1, 1), generatedId(1, 2)];
  const [first, second] = [generatedSlug(1, 1), generatedSlug(1, 2)];
  const claim = (room: number): unknown[] =>
    CLAIM_JOBS.values({ room, servedLast: account, heldAccounts: [], maxOfOne: 2, leaseMs: 1_000 });
  /** Frequent statements, each with the values of two different requests. */
  const asked: [string, Statement, unknown[], unknown[]][] = [
    ['read', READ_PUBLICATION, [one, account], [two, account]],
    ['look for settled releases', SETTLED_RELEASES, [[one]], [[one, two]]],
    ['claim', CLAIM_JOBS, claim(1), claim(4)],
    ['revision to release', READ_JOB, [one, 1], [two, 1]],
    ['page', READ_PAGE, ['en', first], ['en', second]],
    ['states of pages', FIND_STATES, [['en'], [first]], [['en'], [second]]],
  ];

  it.each(asked)(
    'is used from the sixth execution of a statement on: %s',
    async (_what, { name, text }, ...requests) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      for (let time = 0; time < 20; time += 1) {
        await client.query({ name, text, values: requests[time % 2]! });
      }
      const { rows } = await client.query(
        'SELECT custom_plans::integer AS "forOne" FROM pg_prepared_statements WHERE name = $1',
        [name],
      );
      await client.end();
      // PostgreSQL makes five custom plans before it compares them with a generic plan.
      expect(rows).toEqual([{ forOne: 5 }]);
    },
  );
});

/** Returns the type and the index of each step of a plan, without the values in the step. */
function shapeOf(plan: PlanNode): string[] {
  return nodesOf(plan).map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`);
}
