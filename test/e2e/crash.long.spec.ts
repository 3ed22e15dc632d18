import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type Service, startService } from '../setup/service.js';
import { everyPage } from './every-page.js';

/** The rounds, and the processes that each round kills. */
const ROUNDS = [
  ...[1, 2, 3, 4, 5].map((round) => ({ round, killed: 'service' })),
  ...[6, 7].map((round) => ({ round, killed: 'service and database' })),
];
const WRITERS = 8;

/** A write that was sent. `answer` is absent while the outcome of the write is unknown. */
interface Sent {
  readonly operation: 'create' | 'update' | 'publish';
  /** Version of the publication after this write. */
  readonly version: number;
  send(by: Client): Promise<Answer>;
  answer?: Answer;
}

let dataDir: string;
let service: Service;
let api: Client;
const sent: Sent[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'imprimatur-crash-'));
  await start();
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the service on its own embedded database. */
async function start(): Promise<void> {
  const env = { PUBLIC_BASE_URL: 'https://docs.example.org', PLAN_FREE_DAILY_WRITES: '100000' };
  service = await startService({ dataDir, env });
  const key = (await readFile(join(dataDir, 'demo-key'), 'utf8')).trim();
  api = client(service.url, key);
}

/**
 * Records a write, and then sends this write. Returns false if no answer arrives, or if the answer has a status of 500
 * or above.
 */
async function acknowledged(write: Sent, by: Client): Promise<boolean> {
  sent.push(write);
  try {
    const answer = await write.send(by);
    if (answer.status >= 500) return false;
    write.answer = answer;
    return true;
  } catch {
    return false;
  }
}

/** Creates documents until a write is not acknowledged. Each document is updated, published, and updated again. */
async function writer(by: Client): Promise<void> {
  for (;;) {
    const document = newDocument();
    const create = keyed('create', 1, (key) => (to) => to.create(document, { key }));
    if (!(await acknowledged(create, by))) return;
    const { id } = create.answer!.body;
    const first = { expectedVersion: 1, title: 'Second' };
    const second = { expectedVersion: 2, title: 'Third' };
    const rest = [
      keyed('update', 2, (key) => (to) => to.update(id, first, { key })),
      keyed('publish', 2, (key) => (to) => to.publish(id, { expectedVersion: 2 }, { key })),
      keyed('update', 3, (key) => (to) => to.update(id, second, { key })),
    ];
    for (const next of rest) if (!(await acknowledged(next, by))) return;
  }
}

/** Returns a write with a new idempotency key. */
function keyed(
  operation: Sent['operation'],
  version: number,
  send: (key: string) => Sent['send'],
): Sent {
  return { operation, version, send: send(randomUUID()) };
}

/** Returns the process id of the PostgreSQL server that the service runs. */
async function databasePid(): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return Number(pid);
}

/** Kills the service, or the service and its database, during many writes, and restarts the service. */
async function crash(withDatabase: boolean): Promise<void> {
  const already = sent.length;
  const writers = Array.from({ length: WRITERS }, () => writer(api));
  await expect.poll(() => sent.length - already).toBeGreaterThan(40);
  await sleep(Math.random() * 200);
  if (withDatabase) process.kill(await databasePid(), 'SIGKILL');
  await service.kill();
  await Promise.all(writers);
  await start();
}

const isReplay = ({ headers }: Answer): boolean => headers.get('Idempotent-Replayed') === 'true';

/** Returns the expected version of each publication, according to the writes that were sent. */
function versionsExpected(): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { answer, version } of sent) {
    const { id } = answer!.body;
    versions.set(id, Math.max(version, versions.get(id) ?? 0));
  }
  return versions;
}

describe('a service that is killed in the middle of writes', () => {
  it.each(ROUNDS)(
    '[5.crash-keeps-writes] [5.crash-units-match] has every write exactly once, with its unit: round $round, $killed',
    async ({ killed }) => {
      const already = sent.length;
      await crash(killed.endsWith('database'));

      const round = sent.slice(already);
      const known = round.filter(({ answer }) => answer !== undefined);
      const open = round.filter(({ answer }) => answer === undefined);
      expect(open.length).toBeGreaterThan(0);
      for (const one of known) {
        const { answer } = one;
        expect(answer!.status).toBeLessThan(300);
        const again = await one.send(api);
        expect([again.status, again.text]).toEqual([answer!.status, answer!.text]);
        expect(isReplay(again)).toBe(true);
      }
      for (const one of open) {
        one.answer = await one.send(api);
        expect(one.answer.status).toBeLessThan(300);
        const again = await one.send(api);
        expect([again.text, isReplay(again)]).toEqual([one.answer.text, true]);
      }

      const items = await everyPage(api, '?limit=100');
      const listed = items.map(({ id, version }) => `${id} at version ${version}`);
      const expected = [...versionsExpected()].map(
        ([id, version]) => `${id} at version ${version}`,
      );
      expect(listed.toSorted()).toEqual(expected.toSorted());
      expect((await api.usage()).body.used).toBe(sent.length);
    },
  );

  it('[5.crash-keeps-writes] carries out every accepted publish', async () => {
    const published = sent.filter(({ operation }) => operation === 'publish');
    for (const { answer } of published) {
      const { body } = await api.read(answer!.body.id, { Prefer: 'wait=30' });
      expect(body).toMatchObject({ publishedVersion: 2, indexStatus: 'ready', publishError: null });
    }
  });
});
