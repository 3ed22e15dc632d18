import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../src/platform/database/connection.js';
import { poolOptions } from '../../src/platform/database/data-source-options.js';
import { ReplicaReads } from '../../src/platform/database/replica-reads.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import type { Statement } from '../../src/platform/database/statement.js';
import { type Client, client } from '../setup/client.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey, operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { Cli } from '../setup/cli.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { Replication } from '../setup/replica.js';
import { type Service, startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';

const RELEASES = 40;
/**
 * Maximum wait, in ms, until the service reads the replica. The service waits only 100 ms for an answer of the replica,
 * and on a busy machine the answer often takes longer. The maximum is therefore long.
 */
const PATIENCE_MS = 100_000;

let replication: Replication;
let standbyUrl: string;
let link: FaultProxy;
let service: Service;
let api: Client;

beforeAll(async () => {
  replication = await Replication.start();
  standbyUrl = await replication.addStandby();
  link = await FaultProxy.to(standbyUrl);
  const { key } = await issueKey(replication.primaryUrl, { limit: 10_000 });
  service = await start(replication.primaryUrl, link.url);
  api = client(service.url, key);
});

afterAll(async () => {
  await service.stop();
  await link.close();
  await replication.close();
});

const start = (databaseUrl: string, replicaUrl: string): Promise<Service> =>
  startService({
    databaseUrl,
    env: { DATABASE_REPLICA_URL: replicaUrl, RATE_LIMIT_PER_MINUTE: '0' },
  });

/** A database whose answers take `WAY_MS` longer. */
class FarDatabase extends Connection {
  static readonly WAY_MS = 60;

  override async rows<Row>(statement: Statement): Promise<Row[]> {
    const rows = await super.rows<Row>(statement);
    await sleep(FarDatabase.WAY_MS);
    return rows;
  }
}

/** Returns how many statements of the site each database has answered so far. */
async function answered({ metricsUrl }: Service = service) {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const by = (source: string): number => {
    const series = new RegExp(
      `^imprimatur_public_reads_total\\{source="${source}"\\} (\\d+)$`,
      'm',
    );
    return Number(series.exec(text)?.[1] ?? 0);
  };
  return { primary: by('primary'), replica: by('replica') };
}

/** Returns which pages of the site show a document. */
async function seen(slug: string, word: string) {
  const text = async (path: string): Promise<string> => (await fetch(service.url + path)).text();
  const page = await fetch(`${service.url}/en/${slug}`);
  const address = `${service.url}/en/${slug}`;
  return {
    status: page.status,
    page: (await page.text()).includes(word),
    list: (await text('/')).includes(word),
    tag: (await text(`/tags/${word}`)).includes(slug),
    feed: (await text('/feed.xml')).includes(word),
    sitemap: (await text('/sitemap-0.xml')).includes(address),
    search: (await text(`/search.json?q=${word}`)).includes(slug),
  };
}

const EVERYWHERE = {
  status: 200,
  page: true,
  list: true,
  tag: true,
  feed: true,
  sitemap: true,
  search: true,
};

const newWord = (): string => `w${randomUUID().replaceAll('-', '')}`;

/** Publishes a document that contains a new word, and returns when the document is `ready`. */
async function publish() {
  const [slug, word] = [`replica-${randomUUID()}`, newWord()];
  const fields = { slug, title: `On ${word}`, content: `Text of ${word}.`, tags: [word] };
  const { id } = expectAccepted(await api.create(newDocument(fields)), 201);
  const { indexStatus } = expectAccepted(
    await api.publish(id, { expectedVersion: 1 }, LONG_WAIT),
    202,
  );
  expect(indexStatus).toBe('ready');
  return { id, slug, word };
}

const doctor = (replicaUrl: string) =>
  new Cli({ DATABASE_URL: replication.primaryUrl, DATABASE_REPLICA_URL: replicaUrl }).run('doctor');

/** Reads a page until the replica answers again. After a failure, the service does not use the replica for 1 s. */
async function replicaAnswers(of: Service = service): Promise<void> {
  const { replica } = await answered(of);
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    await fetch(`${of.url}/`);
    if ((await answered(of)).replica > replica) return;
    await sleep(100);
  }
  throw new Error('The replica is not read any more.');
}

const onStandby = (text: string) => sql(standbyUrl, text);

describe('with DATABASE_REPLICA_URL, the public site', () => {
  it('is read from the replica', async () => {
    await publish();
    const paths = ['/', '/feed.xml', '/sitemap.xml', '/llms.txt', '/search.json?q=text'];
    const sources = async () => {
      await replicaAnswers();
      const before = await answered();
      for (const path of paths) await fetch(service.url + path);
      const after = await answered();
      return { primary: after.primary - before.primary, replica: after.replica - before.replica };
    };
    // Polls, because the replica can be behind the primary after any write, such as the last use of a key.
    const all = expect.toSatisfy((count: number) => count >= paths.length);
    await expect.poll(sources).toEqual({ primary: 0, replica: all });
  });

  it('[9.visible-at-once] shows each of 40 releases everywhere as soon as it is ready, while other clients read', async () => {
    let over = false;
    const other = async (): Promise<void> => {
      while (!over) await (await fetch(`${service.url}/feed.xml`)).text();
    };
    const others = Promise.all([other(), other()]);
    for (let count = 0; count < RELEASES; count += 1) {
      const { slug, word } = await publish();
      expect(await seen(slug, word)).toEqual(EVERYWHERE);
    }
    over = true;
    await others;
    await replicaAnswers();
  });

  it('[9.visible-at-once] shows a release and a withdrawal while the replica applies no changes', async () => {
    const earlier = await publish();
    await replicaAnswers();
    await onStandby('SELECT pg_wal_replay_pause()');
    const { id, slug, word } = await publish();
    expect(await seen(slug, word)).toEqual(EVERYWHERE);
    await operator(replication.primaryUrl, 'publications', 'withdraw', earlier.id, '--reason', 'x');
    expect((await fetch(`${service.url}/en/${earlier.slug}`)).status).toBe(410);
    await operator(replication.primaryUrl, 'publications', 'withdraw', id, '--reason', 'x');
    expect((await fetch(`${service.url}/en/${slug}`)).status).toBe(410);
    await onStandby('SELECT pg_wal_replay_resume()');
    await replicaAnswers();
  });

  it('has a replica that doctor checks [10.doctor]', async () => {
    const sound = await doctor(standbyUrl);
    expect(sound).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +replica/m) });
    const stranger = await freshDatabase();
    const wrong = await doctor(stranger.url);
    await stranger.drop();
    expect(wrong).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^WRONG replica .*is not a replica of it/m),
    });
    const away = await doctor('postgres://me@127.0.0.1:1/none');
    expect(away).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^WRONG replica .*ECONNREFUSED/m),
    });
  });

  it('does not trust a check of the replica that began before the latest change', async () => {
    const [primary, standby] = [
      new Pool(poolOptions(replication.primaryUrl, 1)),
      new Pool(poolOptions(standbyUrl, 1, true)),
    ];
    let outcome: boolean[];
    do {
      await replicaAnswers();
      await onStandby('SELECT pg_wal_replay_pause()');
      const check = new ReplicaReads(
        new FarDatabase(primary),
        new Connection(standby),
        new Metrics(),
      );
      const before = check.caughtUp();
      await sleep(FarDatabase.WAY_MS / 2);
      await sql(replication.primaryUrl, 'CREATE TABLE seen (); DROP TABLE seen');
      outcome = await Promise.all([before, check.caughtUp()]);
      await onStandby('SELECT pg_wal_replay_resume()');
      // If the machine was too busy, the first check is false. This round then proves nothing, and is repeated.
    } while (!outcome[0]);
    expect(outcome).toEqual([true, false]);
    await Promise.all([primary.end(), standby.end()]);
  });

  it('is read from the primary while the replica cannot be reached, then from the replica again', async () => {
    await replicaAnswers();
    await link.close();
    const { slug, word } = await publish();
    expect(await seen(slug, word)).toEqual(EVERYWHERE);
    await link.open();
    await replicaAnswers();
  });

  it('is read from the primary while the replica does not answer, and the process then exits within 10 s of SIGTERM [12.drain-exit]', async () => {
    const wire = await FaultProxy.to(standbyUrl);
    const other = await start(replication.primaryUrl, wire.url);
    await replicaAnswers(other);
    wire.setMode('blackhole');
    expect((await fetch(`${other.url}/`)).status).toBe(200);
    const stopped = performance.now();
    expect(await other.stop()).toBe(0);
    expect(performance.now() - stopped).toBeLessThan(10_000);
    await wire.close();
  });

  it('is never read from a database that is not a standby of the primary', async () => {
    const { slug } = await publish();
    const stranger = await freshDatabase();
    const other = await start(replication.primaryUrl, stranger.url);
    expect((await fetch(`${other.url}/en/${slug}`)).status).toBe(200);
    expect((await answered(other)).replica).toBe(0);
    await other.stop();
    await stranger.drop();
  });

  it('is never read from a standby that stayed with the old primary when another standby was promoted', async () => {
    const left = await replication.addStandby();
    await replicaAnswers();
    await onStandby('SELECT pg_promote()');
    // After this release, the WAL of the old primary and of its remaining standby is longer than the WAL of the
    // promoted server.
    const { slug, word } = await publish();
    expect(await seen(slug, word)).toEqual(EVERYWHERE);
    const promoted = await start(standbyUrl, left);
    expect((await fetch(`${promoted.url}/en/${slug}`)).status).toBe(404);
    expect((await answered(promoted)).replica).toBe(0);
    await promoted.stop();
  });
});
