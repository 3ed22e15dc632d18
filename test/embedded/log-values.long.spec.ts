import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { issueKey } from '../setup/operator.js';
import { type Service, startService } from '../setup/service.js';
import { cleanUp, newDataDir } from './scratch.js';
import { answer, sql } from './sql.js';

const ROUNDS = 3;
const DRAFTS = 10;
const UNITS_LEFT = 2;

describe('The log of the embedded server', () => {
  let dataDir: string;
  let service: Service;
  let database: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = newDataDir();
    service = await startService({ directory: dirname(dataDir) });
    database = await EmbeddedPostgres.open(dataDir);
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
    await cleanUp();
  });

  const log = (): string => readFileSync(join(dataDir, 'postgres/server.log'), 'utf8');

  it('has neither the approver nor the idempotency key of a publish that loses the race for the last unit [12.log-values]', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { key } = await issueKey(database.url, { limit: DRAFTS + UNITS_LEFT });
      const api = client(service.url, key);
      const drafts = await Promise.all(
        Array.from({ length: DRAFTS }, () => api.create(newDocument())),
      );
      const publish = (id: string) =>
        api.publish(
          id,
          { expectedVersion: 1, approvedBy: 'Zuleika Dobson' },
          { key: `kept-${id}` },
        );
      const answers = await Promise.all(drafts.map(({ body }) => publish(body.id)));
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted).toHaveLength(UNITS_LEFT);
    }
    expect(log()).not.toMatch(/Zuleika|kept-/);
  });

  it.each([
    ['the message of an error', `SELECT 'a secret value'::int`],
    ['the statement of an error', `SELECT 1 / (length('a secret value') - 14)`],
    ['a broken rule of a table', `INSERT INTO account (id, name) VALUES (NULL, 'a secret value')`],
    ['a warning', `DO $$ BEGIN RAISE WARNING 'a secret value'; END $$`],
  ])('has no value from %s [12.log-values]', async (_, statement) => {
    await sql(database.url, statement).catch(() => undefined);
    expect(log()).not.toContain('a secret value');
  });

  it('has no value from the statement of a server process that crashed [12.log-values]', async () => {
    const crashing = new Client({ connectionString: database.url });
    crashing.on('error', () => undefined);
    await crashing.connect();
    const { rows } = await crashing.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = crashing.query(`SELECT pg_sleep(60), 'a secret value'`).catch(() => undefined);
    process.kill(rows[0]!.pid, 'SIGKILL');
    await ended;
    await answer(database.url);
    expect(log()).toContain('was terminated by signal 9');
    expect(log()).not.toContain('a secret value');
  });
});
