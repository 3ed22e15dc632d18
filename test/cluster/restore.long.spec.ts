import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrations.js';
import { expectUnitPerWrite } from '../setup/books.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { ArchivingPostgres } from './archiving-postgres.js';
import { clusterTestsRun } from './cluster-tests.js';
import { Writers } from './faults/writers.js';

describe.runIf(clusterTestsRun(import.meta.filename))('a restore to a point in time', () => {
  let postgres: ArchivingPostgres;
  let url: string;

  beforeAll(async () => {
    ({ postgres, url } = await ArchivingPostgres.start());
    await migrate(url);
  });
  afterAll(() => postgres?.close());

  it('[12.restore] contains every write that was acknowledged before that point, and no write that was sent after it', async () => {
    const { key, accountId } = await issueKey(url, { limit: 1_000_000 });
    const service = await startService({ databaseUrl: url, env: { RATE_LIMIT_PER_MINUTE: '0' } });
    const writers = new Writers(service.url, key, 4);
    await writers.untilAcknowledged(0, 20);
    const backup = await postgres.backUp(url);
    await writers.untilAcknowledged(performance.now(), 20);
    const before = writers.acknowledged.map((write) => write.key);
    const [moment] = await sql<{ time: string }>(url, 'SELECT clock_timestamp()::text AS time');
    const since = performance.now();
    await writers.untilAcknowledged(since, 20);
    await writers.stop();
    const late = client(service.url, key);
    const lateKey = 'sent-after-the-moment';
    const { id: lateId } = expectAccepted(await late.create(newDocument(), { key: lateKey }), 201);
    await service.stop();
    await postgres.archiveAll(url);

    const restored = await postgres.restore(backup, moment!.time);
    const rows = await sql<{ key: string; at: Date }>(
      restored,
      `SELECT idempotency_key AS key, created_at AS at FROM accepted_write WHERE account_id = $1`,
      [accountId],
    );
    const found = new Set(rows.map((row) => row.key));
    expect(before.filter((one) => !found.has(one))).toEqual([]);
    expect(found.size).toBeLessThan(writers.acknowledged.length);
    expect(rows.filter(({ at }) => at > new Date(moment!.time))).toEqual([]);

    const again = await startService({ databaseUrl: restored });
    const api = client(again.url, key);
    expect((await api.read(lateId)).status).toBe(404);
    // The idempotency record of the late write is gone too. So a write with the same key is a new write.
    expect(expectAccepted(await api.create(newDocument(), { key: lateKey }), 201).id).not.toBe(
      lateId,
    );
    await expectUnitPerWrite(restored, accountId);
    await again.stop();
  });
});
