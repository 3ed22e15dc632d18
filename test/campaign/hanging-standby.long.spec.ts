import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrations.js';
import { EXTEND_LEASES } from '../../src/releases/release-jobs.statements.js';
import { booksOf } from '../setup/books.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { issueKey, type TestKey } from '../setup/operator.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { DatabaseServer } from './database-server.js';

/**
 * Maximum number of hanging sessions of a process: the connections for writes, the connections for the worker, and a
 * reserve.
 */
const HANGING = 10;
/** Duration of the hang, in ms: more than twice the time after which the service closes a silent connection. */
const HANGING_MS = 25_000;
/** Number of accounts that send one write each. There are more accounts than connections for writes. */
const ACCOUNTS = 24;

async function timed(write: Promise<Answer>) {
  const begun = performance.now();
  return { answer: await write, milliseconds: performance.now() - begun };
}

describe('a synchronous standby that hangs and blocks every commit', { timeout: 180_000 }, () => {
  let primary: DatabaseServer;
  let standby: DatabaseServer;
  let service: Service;
  let owner: TestKey;
  /** Process id of the standby's WAL receiver. */
  let receiver = 0;

  beforeAll(async () => {
    primary = await DatabaseServer.start();
    await migrate(primary.url);
    owner = await issueKey(primary.url);
    standby = await primary.addStandby();
    service = await startService({ databaseUrl: primary.url });
    const [row] = await sql<{ pid: number }>(standby.url, 'SELECT pid FROM pg_stat_wal_receiver');
    receiver = row!.pid;
  });
  afterAll(async () => {
    if (receiver > 0) process.kill(receiver, 'SIGCONT');
    await service.stop();
    await standby.close();
    await primary.close();
  });

  const hanging = async (): Promise<number> => {
    const question = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    return (await sql(primary.url, question)).length;
  };

  /**
   * Issues a new key without waiting for the standby, and returns a client with this key. Checks that the first
   * request of the client succeeds.
   */
  const unwaited = async (): Promise<Client> => {
    const { href } = Object.assign(new URL(primary.url), {
      search: '?options=-c%20synchronous_commit%3Doff',
    });
    const caller = client(service.url, (await issueKey(href)).key);
    expectAccepted(await caller.list(), 200);
    return caller;
  };

  it('[12.failover] [6.unavailable] makes the service answer 503 to writes, but not to reads, pages and new keys, and each repeated write takes effect once', async () => {
    const owners = await Promise.all(Array.from({ length: ACCOUNTS }, () => issueKey(primary.url)));
    const creates = owners.map(({ key, accountId }) => {
      const body = newDocument();
      const parts = { key: randomUUID() };
      return { accountId, send: () => client(service.url, key).create(body, parts) };
    });
    const leaver = await issueKey(primary.url);
    const mine = client(service.url, owner.key);
    const { id } = expectAccepted(await mine.create(newDocument()), 201);
    const wait = { headers: { Prefer: 'wait=30' } };
    const { url } = expectAccepted(await mine.publish(id, { expectedVersion: 1 }, wait), 202);
    const change = { expectedVersion: 1, title: 'Next' };
    const update = () => mine.update(id, change, { key: 'once' });
    // Claims the release as a worker would. The loop below extends the lease of this claim.
    const [lease] = await sql<{ id: string; token: number }>(
      primary.url,
      `UPDATE release SET due_at = now() + interval '1 hour'
       RETURNING publication_id AS id, fencing_token AS token`,
    );

    process.kill(receiver, 'SIGSTOP');
    const end = performance.now() + HANGING_MS;
    do {
      const asked = [update, ...creates.map(({ send }) => send)].map((send) => timed(send()));
      await sleep(1_000);
      await sql(primary.url, EXTEND_LEASES.text, [[lease!.id], [lease!.token], 3_600_000]);
      // The service writes the first use of the new key to the database about 1 s later.
      const newcomer = await unwaited();
      await sleep(1_500);
      expectAccepted(await newcomer.list(), 200);
      expectAccepted(await mine.read(id), 200);
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      for (const { answer, milliseconds } of await Promise.all(asked)) {
        expectRefusal(answer, 503, 'unavailable');
        expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
        expect(milliseconds).toBeLessThan(6_500);
      }
      expect(await hanging()).toBeLessThanOrEqual(HANGING);
    } while (performance.now() < end);

    // A process must end in time, even if one of its commits hangs.
    const ending = await startService({ databaseUrl: primary.url });
    const unknown = client(ending.url, leaver.key).create(newDocument());
    await sleep(1_000);
    const asked = performance.now();
    expect(await ending.stop()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expectRefusal(await unknown, 503, 'unavailable');

    process.kill(receiver, 'SIGCONT');
    expectAccepted(await update(), 200);
    for (const { send } of creates) expectAccepted(await send(), 201);
    const once = { publications: 1, revisions: 1, releases: 0, records: 1, units: 1 };
    const books = creates.map(({ accountId }) => booksOf(primary.url, accountId));
    expect(await Promise.all(books)).toEqual(creates.map(() => once));
    const { revisions, units } = await booksOf(primary.url, owner.accountId);
    expect({ revisions, units }).toEqual({ revisions: 2, units: 3 });
  });
});
