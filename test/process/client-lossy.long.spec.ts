import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Imprimatur, type NewPublication } from '../../clients/typescript/src/client.js';
import { newDocument } from '../setup/document.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { LossyLink } from '../setup/lossy-link.js';
import { issueKey } from '../setup/operator.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

/**
 * Number of files that the client publishes. To publish 10,000 files: `CLIENT_RUNS=10000 npx vitest run --project long
 * test/process/client-lossy.long.spec.ts`.
 */
const RUNS = Number(process.env['CLIENT_RUNS'] ?? 40);
const AT_ONCE = 12;

it(`The TypeScript client publishes each of ${RUNS} files exactly once, if 30 % of the answers are lost and the service is killed twice`, async () => {
  const database = await freshDatabase();
  const { key, accountId } = await issueKey(database.url, { limit: 1_000_000 });
  const env = { PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0' };
  let service = await startService({ databaseUrl: database.url, env });
  const link = await LossyLink.open(service.url, 0.3);
  const imprimatur = new Imprimatur({ url: link.url, key, timeoutMs: 120_000 });
  let next = 0;
  const publishSome = async (): Promise<void> => {
    while (next < RUNS) {
      const slug = `file-${(next += 1)}`;
      const { id, version } = await imprimatur.create(newDocument({ slug }) as NewPublication);
      await imprimatur.publish(id, { expectedVersion: version });
    }
  };
  const killTwice = async (): Promise<void> => {
    for (const part of [3, 2]) {
      while (next < RUNS / part) await sleep(10);
      await service.kill();
      service = await startService({ databaseUrl: database.url, env });
    }
  };
  await Promise.all([killTwice(), ...Array.from({ length: AT_ONCE }, publishSome)]);
  const [counts] = await sql<Record<string, number>>(
    database.url,
    `SELECT count(*)::int AS documents, count(DISTINCT slug)::int AS slugs,
            count(*) FILTER (WHERE version = 1)::int AS "firstVersions",
            (SELECT count(*)::int FROM accepted_write) AS writes,
            (SELECT used FROM daily_usage WHERE account_id = $1) AS used,
            (SELECT count(*)::int FROM release WHERE requested_version = 1) AS releases
       FROM publication`,
    [accountId],
  );
  expect(counts).toEqual({
    documents: RUNS,
    slugs: RUNS,
    firstVersions: RUNS,
    writes: 2 * RUNS,
    used: 2 * RUNS,
    releases: RUNS,
  });
  expect(link.dropped).toBeGreaterThan(RUNS / 4);
  link.close();
  await service.stop();
  await database.drop();
}, 1_800_000);
