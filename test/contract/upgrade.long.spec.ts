import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS } from '../../src/platform/database/migrations.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { startService } from '../setup/service.js';
import { projectRoot } from './project-files.js';

/** The migrations that are older than the rule that an upgrade must not stop the service. */
const FIRST = MIGRATIONS.slice(0, 8);
const ROWS = 1_000_000;
/** Maximum time for which writes may stop, in ms (contract 12). */
const MAX_STOP_MS = 1_000;

/**
 * Statements that insert one account, and a million small rows into each other table, in the schema of `FIRST`. The ids
 * are in order, because PostgreSQL indexes ordered ids quickly.
 */
const SEED = [
  `INSERT INTO account (id, name, plan, status) VALUES (gen_random_uuid(), 'A', 'free', 'active')`,
  `INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
   SELECT lpad(to_hex(n), 32, '0')::uuid, account.id, 'en', 's' || n, 1, now(), now()
     FROM account, generate_series(1, ${ROWS}) AS n`,
  `INSERT INTO revision (publication_id, version, title, content, description, tags, sources, author_kind,
                         author_name, intent, created_at)
   SELECT id, 1, 'T', 'C', '', '{}', '{}', 'ai', 'A', 'draft', now() FROM publication`,
  `INSERT INTO release (publication_id, requested_version, requested_at, in_flight, published_version,
                        published_at, indexed_version, attempts, fencing_token)
   SELECT id, 1, now(), false, 1, now(), 1, 0, 2 FROM publication`,
  `INSERT INTO released_page (locale, slug, publication_id, account_id, version, title, description, tags, sources,
                              author_kind, author_name, markdown, html, headings, first_published_at, published_at)
   SELECT locale, slug, id, account_id, 1, 'T', '', '{}', '{}', 'ai', 'A', 'C', 'C', '[]', now(), now()
     FROM publication`,
];

/**
 * For each table of `SEED`, a statement that writes as the service does. The test repeats these writes during a
 * migration.
 */
const WRITES: Readonly<Record<string, string>> = {
  publication: `UPDATE publication SET updated_at = now() WHERE locale = 'en' AND slug = 's1'`,
  revision: `INSERT INTO revision (publication_id, version, title, content, description, tags, sources, author_kind,
                                   author_name, intent, created_at)
             SELECT id, 2 + (extract(epoch FROM clock_timestamp()) * 1000)::bigint % 1000000000, 'T', 'C', '', '{}',
                    '{}', 'ai', 'A', 'draft', now() FROM publication WHERE locale = 'en' AND slug = 's1'`,
  release: `UPDATE release SET attempts = 0 WHERE publication_id =
              (SELECT id FROM publication WHERE locale = 'en' AND slug = 's1')`,
  released_page: `UPDATE released_page SET title = 'T' WHERE locale = 'en' AND slug = 's1'`,
  account: `UPDATE account SET name = 'A'`,
};
/** A write to a table that no migration touches. Only a busy machine can delay this write. */
const ELSEWHERE = 'UPDATE elsewhere SET number = number + 1';

/**
 * Writes to each table during `work`, with pauses of 20 ms. Returns the longest time that a write took, in ms, minus
 * the longest time that a write to `elsewhere` took.
 */
async function longestStop(url: string, work: () => Promise<unknown>): Promise<number> {
  let over = false;
  const writers = [ELSEWHERE, ...Object.values(WRITES)].map(async (statement) => {
    const writer = new Client({ connectionString: url });
    await writer.connect();
    let longest = 0;
    while (!over) {
      const begun = performance.now();
      await writer.query(statement);
      longest = Math.max(longest, performance.now() - begun);
      await sleep(20);
    }
    await writer.end();
    return longest;
  });
  try {
    await work();
  } finally {
    over = true;
  }
  const [elsewhere, ...stops] = await Promise.all(writers);
  return Math.max(...stops) - elsewhere!;
}

/** Holds read locks on the tables of `WRITES` for a number of milliseconds, as a long query of a reader does. */
async function readFor(url: string, milliseconds: number): Promise<void> {
  const reader = new Client({ connectionString: url });
  await reader.connect();
  await reader.query('BEGIN');
  for (const table of Object.keys(WRITES)) await reader.query(`SELECT FROM ${table} LIMIT 1`);
  await sleep(milliseconds);
  await reader.query('COMMIT');
  await reader.end();
}

/** A forbidden migration, which rewrites a table. The measurement must detect that writes stop. */
class Rewrites2000000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE revision ADD COLUMN probe text NOT NULL DEFAULT gen_random_uuid()::text',
    );
  }

  async down(): Promise<void> {}
}

describe('on a million rows and during writes, the migration', { timeout: 900_000 }, () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase({ migrated: false });
    await migrate(database.url, FIRST);
    const seeder = new Client({ connectionString: database.url });
    await seeder.connect();
    for (const statement of SEED) await seeder.query(statement);
    await seeder.query('CREATE TABLE elsewhere AS SELECT 1 AS number');
    await seeder.query('VACUUM ANALYZE');
    await seeder.end();
  }, 900_000);
  afterAll(() => database.drop());

  it.each(MIGRATIONS.slice(FIRST.length).map((migration, index) => [migration.name, index + 1]))(
    '[12.upgrade-locks] %s stops writes for less than a second',
    async (_, count) => {
      const upTo = MIGRATIONS.slice(0, FIRST.length + count);
      const stopped = await longestStop(database.url, () => migrate(database.url, upTo));
      expect(stopped).toBeLessThan(MAX_STOP_MS);
    },
  );

  it('[12.upgrade-locks] that waits for a reader stops writes for less than a second', async () => {
    class Waits2000000000000 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('ALTER TABLE release ADD COLUMN probe integer');
      }

      async down(): Promise<void> {}
    }
    const stopped = await longestStop(database.url, () =>
      Promise.all([
        readFor(database.url, 4_000),
        sleep(200).then(() => migrate(database.url, [...MIGRATIONS, Waits2000000000000])),
      ]),
    );
    expect(stopped).toBeLessThan(MAX_STOP_MS);
  });

  it('that rewrites a table is detected, because it stops writes for more than a second', async () => {
    const stopped = await longestStop(database.url, () =>
      migrate(database.url, [...MIGRATIONS, Rewrites2000000000001]),
    );
    expect(stopped).toBeGreaterThan(MAX_STOP_MS);
  });
});

it('a statement of a migration may take longer than any statement of the service', async () => {
  class Slow2000000000000 implements MigrationInterface {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('SELECT pg_sleep(12)');
    }

    async down(): Promise<void> {}
  }
  const database = await freshDatabase();
  const applied = await migrate(database.url, [...MIGRATIONS, Slow2000000000000]);
  expect(applied).toEqual(['Slow2000000000000']);
  await database.drop();
});

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'safe.directory=*', ...words], {
    cwd: projectRoot,
    encoding: 'utf8',
  }).trim();

describe('the previous version', { timeout: 600_000 }, () => {
  let folder: string;
  let database: FreshDatabase;

  /** Builds the commit before the last change of `migrations`, with the packages of that commit. */
  beforeAll(async () => {
    const [changed = ''] = git('log', '-1', '--format=%H', '--', 'migrations').split('\n');
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-before-'));
    const run = (command: string): Buffer => execFileSync('sh', ['-c', command], { cwd: folder });
    run(`git -c safe.directory='*' -C '${projectRoot}' archive ${changed}^ | tar -x`);
    run('npm ci --prefer-offline --no-audit --no-fund --loglevel=error && npm run --silent build');
    database = await freshDatabase();
  }, 600_000);
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts the previous version on the current schema. Resolves when the previous version is ready. */
  async function startBefore(): Promise<{ url: string; stop(): Promise<number | null> }> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        PUBLIC_BASE_URL: url,
        PORT: String(port),
        METRICS_PORT: '0',
        SHUTDOWN_GRACE_MS: '0',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
      expect(child.exitCode).toBe(null);
      await sleep(100);
    }
    const stop = async (): Promise<number | null> => {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    };
    return { url, stop };
  }

  it('[12.upgrade-before] writes, releases and finds documents on the current schema while the current version also runs', async () => {
    const { key } = await issueKey(database.url, { limit: 1_000 });
    const [before, service] = [
      await startBefore(),
      await startService({ databaseUrl: database.url }),
    ];
    const clients = [client(before.url, key), client(service.url, key)] as const;
    const prefer = { headers: { Prefer: 'wait=30' } };
    for (const [first, second] of [clients, [clients[1], clients[0]] as const]) {
      const title = `Zebra ${crypto.randomUUID().slice(0, 8)}`;
      const { body, status } = await first.create(newDocument({ title }));
      expect(status).toBe(201);
      const { id } = body;
      expect((await second.update(id, { expectedVersion: 1, content: 'Two' })).status).toBe(200);
      expect((await first.update(id, { expectedVersion: 2, content: 'Three' })).status).toBe(200);
      const published = await first.publish(id, { expectedVersion: 3 }, prefer);
      expect(published.body).toMatchObject({ state: 'published', indexStatus: 'ready' });
      expect((await second.read(id)).body).toMatchObject({ publishedVersion: 3, content: 'Three' });
      for (const { url } of [before, service]) {
        const found = await fetch(`${url}/search.json?q=${encodeURIComponent(title)}`);
        expect(await found.text()).toContain(body.slug);
      }
    }
    expect(await before.stop()).toBe(0);
    expect(await service.stop()).toBe(0);
  });
});
