import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOf } from '../operator/folder.js';
import { Cli } from '../setup/cli.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { released } from '../setup/released.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

/**
 * The account has writes that are 1, 29, 31 and 400 days old. Their idempotency keys are `days-1`, `days-29` and so on.
 */
describe('housekeeping', () => {
  const AGES = [1, 29, 31, 400];
  let desk: Desk;
  const document = newDocument();

  const keysOnRecord = async (): Promise<unknown[]> =>
    (
      await sql(
        desk.databaseUrl,
        'SELECT idempotency_key, answer IS NULL AND fingerprint IS NULL AS empty FROM accepted_write ORDER BY created_at',
      )
    ).map((row) => Object.values(row));

  const housekeeping = (env: Record<string, string>) =>
    startService({ databaseUrl: desk.databaseUrl, env: { ROLE: 'worker', ...env } });

  beforeAll(async () => {
    desk = await openDesk({ ROLE: 'api' });
    for (const days of AGES) {
      const body = days === 31 ? document : newDocument();
      expectAccepted(await desk.api.create(body, { key: `days-${days}` }), 201);
    }
    await sql(
      desk.databaseUrl,
      `UPDATE accepted_write SET created_at =
         created_at - split_part(idempotency_key, '-', 2)::integer * interval '1 day'`,
    );
  });
  afterAll(() => desk.close());

  it('[5.idem-ttl] [5.audit-kept] empties records after 30 days, and keeps their rows by default', async () => {
    const worker = await housekeeping({});
    await expect.poll(keysOnRecord).toEqual([
      [null, true],
      [null, true],
      ['days-29', false],
      ['days-1', false],
    ]);
    await worker.stop();
    const fresh = await desk.api.create(newDocument(), { key: 'days-31' });
    expect(expectAccepted(fresh, 201).version).toBe(1);
    expect(fresh.headers.get('Idempotent-Replayed')).toBeNull();
    expectRefusal(await desk.api.create(document, { key: 'another' }), 409, 'path_conflict');
    expectRefusal(
      await desk.api.create(newDocument(), { key: 'days-29' }),
      422,
      'idempotency_key_reused',
    );
  });

  it('[5.audit-kept] deletes emptied rows after AUDIT_RETENTION_DAYS', async () => {
    const before = (await keysOnRecord()).length;
    await housekeeping({ AUDIT_RETENTION_DAYS: '90' });
    await expect.poll(keysOnRecord).toHaveLength(before - 1);
    expect((await keysOnRecord())[0]).toEqual([null, true]);
  });

  it('[5.audit-kept] [15.verify-untouched] keeps the rows of publishes, so that evidence of old documents verifies', async () => {
    const worker = await housekeeping({});
    const { id } = await released(desk.api);
    await worker.stop();
    const old = (operation: string) =>
      sql(
        desk.databaseUrl,
        `SELECT 1 FROM accepted_write WHERE publication_id = '${id}' AND operation = '${operation}'`,
      );
    await sql(
      desk.databaseUrl,
      `UPDATE accepted_write SET created_at = created_at - interval '400 days' WHERE publication_id = $1`,
      [id],
    );
    await sql(
      desk.databaseUrl,
      `UPDATE decision SET created_at = created_at - interval '400 days' WHERE publication_id = $1`,
      [id],
    );
    await housekeeping({ AUDIT_RETENTION_DAYS: '90' });
    await expect.poll(() => old('create')).toHaveLength(0);
    expect(await old('publish')).toHaveLength(1);
    const folder = join(await folderOf(), 'evidence');
    const cli = new Cli({ DATABASE_URL: desk.databaseUrl });
    await cli.json('publications', 'evidence', id, folder);
    expect((await new Cli({}).run('verify', folder)).status).toBe(0);
  });
});
