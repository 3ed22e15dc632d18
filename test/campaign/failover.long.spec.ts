import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { Replication } from '../setup/replica.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { campaign } from './campaign.js';
import { PRIMARIES } from './faults/primaries.js';
import { Report } from './report.js';

describe('a service whose database fails over to a synchronous standby under load', () => {
  it('[12.failover] loses no accepted write, needs no restart, and accepts writes again within 15 s of the promotion', async () => {
    const report = new Report();
    await campaign({ faults: PRIMARIES, seed: 15, operations: 250 }, (result, round) =>
      report.add(result, round),
    );
    expect(report.violations).toEqual([]);
    expect(report.accepted).toBeGreaterThan(50);
  }, 600_000);
});

describe('a service whose database proxy switches to a standby', () => {
  let replication: Replication;
  let standbyUrl: string;
  let proxy: FaultProxy;
  let service: Service;
  let api: Client;

  beforeAll(async () => {
    replication = await Replication.start();
    standbyUrl = await replication.addStandby();
    proxy = await FaultProxy.to(replication.primaryUrl);
    const { key } = await issueKey(replication.primaryUrl, { limit: 10_000 });
    service = await startService({ databaseUrl: proxy.url });
    api = client(service.url, key);
  });
  afterAll(async () => {
    await service.stop();
    await proxy.close();
    await replication.close();
  });

  const lead = (url: string): void => {
    proxy.aim(url);
    proxy.reset();
  };
  /** Waits until the standby has received, or replayed, everything that the primary has written so far. */
  const standbyHas = async (what: 'receive' | 'replay'): Promise<void> => {
    const [row] = await sql<{ now: string }>(
      replication.primaryUrl,
      'SELECT pg_current_wal_flush_lsn()::text AS now',
    );
    const reached = `SELECT pg_last_wal_${what}_lsn() >= $1::pg_lsn AS reached`;
    await expect.poll(() => sql(standbyUrl, reached, [row!.now])).toEqual([{ reached: true }]);
  };
  const readiness = async (): Promise<unknown> =>
    (await fetch(`${service.url}/health/ready`)).json();

  it('[12.failover] [3.never-older-after-newer] never shows an older version after a newer one', async () => {
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    await standbyHas('replay');
    await sql(standbyUrl, 'SELECT pg_wal_replay_pause()');
    const change = { expectedVersion: 1, title: 'Newer' };
    expectAccepted(await api.update(id, change), 200);
    await standbyHas('receive');
    lead(standbyUrl);
    expectRefusal(await api.read(id), 503, 'unavailable');
    expectRefusal(await api.create(newDocument()), 503, 'unavailable');
    await expect.poll(readiness).toMatchObject({ status: 'unavailable', database: 'read-only' });
    await sql(standbyUrl, 'SELECT pg_wal_replay_resume()');
    await sql(standbyUrl, 'SELECT pg_promote()');
    while (!(await fetch(`${service.url}/health/ready`)).ok) await sleep(50);
    expect(expectAccepted(await api.read(id), 200)).toMatchObject({ title: 'Newer', version: 2 });
    expectAccepted(await api.update(id, { expectedVersion: 2, title: 'Newest' }), 200);
  });
});
