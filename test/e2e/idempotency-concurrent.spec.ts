import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockOfKey, whileLocked } from '../setup/lock-awaited.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { OPERATIONS, repeatableWrite } from './repeatable-write.js';

let desk: Desk;
let api: Client;
let otherProcess: Service;
let elsewhere: Client;

beforeAll(async () => {
  desk = await openDesk({ ROLE: 'api' });
  api = desk.api;
  const env = { ROLE: 'api', PUBLIC_BASE_URL: desk.url };
  otherProcess = await startService({ databaseUrl: desk.databaseUrl, env });
  const { key } = await desk.caller({ account: desk.accountId });
  elsewhere = client(otherProcess.url, key);
});
afterAll(async () => {
  await otherProcess.stop();
  await desk.close();
});

const books = () => booksOf(desk.databaseUrl, desk.accountId);
const times = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Checks that all answers have this status and the same body, and that all answers but one are replays. */
function expectOneCarriedOut(answers: readonly Answer[], status: number): void {
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const replays = answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true');
  expect(replays.length).toBe(answers.length - 1);
}

describe('many concurrent requests with one idempotency key', () => {
  it.each(OPERATIONS)(
    '[5.idem-concurrent] are carried out once across two processes: %s',
    async (operation) => {
      for (let round = 0; round < 3; round += 1) {
        const write = await repeatableWrite(api, operation);
        const { units, records } = await books();
        const answers = await times(16, (index) => write.send(index % 2 ? api : elsewhere));
        expectOneCarriedOut(answers, { create: 201, update: 200, publish: 202 }[operation]);
        expect(await books()).toMatchObject({ units: units + 1, records: records + 1 });
      }
    },
  );

  it('[5.idem-concurrent] [5.idem-reused] and two payloads are accepted for one of the payloads and refused for the other', async () => {
    const key = randomUUID();
    const [one, two] = [newDocument(), newDocument()];
    const answers = await times(20, (index) =>
      (index % 4 < 2 ? api : elsewhere).create(index % 2 ? one : two, { key }),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expectOneCarriedOut(accepted, 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBe(10);
    for (const answer of refused) expectRefusal(answer, 422, 'idempotency_key_reused');
  });

  it('[5.idem-concurrent] are all refused with path_conflict if the path is taken, and write nothing', async () => {
    const document = newDocument();
    await api.create(document);
    const before = await books();
    const key = randomUUID();
    const answers = await times(16, (index) =>
      (index % 2 ? api : elsewhere).create(document, { key }),
    );
    for (const answer of answers) expectRefusal(answer, 409, 'path_conflict');
    expect(await books()).toEqual(before);
  });
});

/** Runs `work` while another transaction holds the idempotency key. */
const whileHeld = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  whileLocked(desk.databaseUrl, lockOfKey(desk.accountId, key), work);

describe('a write whose idempotency key is held by an unfinished write', () => {
  it('[5.idem-wait-bounded] is answered 503 after 5 s, even if six writes wait, and is accepted later', async () => {
    const key = randomUUID();
    const document = newDocument();
    const begun = performance.now();
    const answers = await whileHeld(key, () =>
      times(6, async (index) => {
        const answer = await (index % 2 ? api : elsewhere).create(document, { key });
        return { answer, seconds: (performance.now() - begun) / 1_000 };
      }),
    );
    for (const { answer, seconds } of answers) {
      expectRefusal(answer, 503, 'unavailable');
      expect(answer.body.retryable).toBe(true);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      // The limit of the wait is 5 s, and 2 s are a margin for a busy machine. In an earlier version, the wait for a
      // turn and the wait for a lock had separate limits. An answer then took 8 s.
      expect(seconds).toBeLessThan(7);
    }
    expectAccepted(await api.create(document, { key }), 201);
  });

  it('does not delay other writes of the account', async () => {
    const key = randomUUID();
    await whileHeld(key, async () => {
      const held = api.create(newDocument(), { key });
      const others = await times(8, () => api.create(newDocument()));
      for (const answer of others) expectAccepted(answer, 201);
      expectRefusal(await held, 503, 'unavailable');
    });
  });
});

describe('writes of a publication that another transaction locks', () => {
  let id: string;
  let holder: Connection;
  beforeAll(async () => {
    id = (await api.create(newDocument())).body.id;
    holder = new Connection({ connectionString: desk.databaseUrl });
    await holder.connect();
  });
  afterAll(() => holder.end());

  const hold = async (): Promise<void> => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM publication WHERE id = $1 FOR UPDATE', [id]);
  };

  it('[5.idem-concurrent] do not deadlock if two of them have the same key', async () => {
    const deadlocks = async (): Promise<unknown> =>
      (
        await holder.query(
          'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        )
      ).rows[0];
    const before = await deadlocks();
    const key = randomUUID();
    const update = (by: Client) => by.update(id, { expectedVersion: 1, title: 'Two' }, { key });
    await hold();
    // After 1 s, the statement of the first update times out. The time-out frees the key, and both updates then try
    // again.
    const first = update(api);
    await sleep(600);
    const second = update(elsewhere);
    await sleep(700);
    await holder.query('COMMIT');
    expectOneCarriedOut(await Promise.all([first, second]), 200);
    // PostgreSQL shows the statistics of a connection with a delay of up to 1 s.
    await sleep(1_500);
    expect(await deadlocks()).toEqual(before);
  });

  it('[5.idem-wait-bounded] are each answered 503 after 5 s, even if ten of them wait', async () => {
    await hold();
    const seconds = await times(10, async (index) => {
      await sleep(index * 300);
      const begun = performance.now();
      const answer = await (index % 2 ? api : elsewhere).update(id, {
        expectedVersion: 2,
        title: `${index}`,
      });
      expectRefusal(answer, 503, 'unavailable');
      return (performance.now() - begun) / 1_000;
    });
    await holder.query('ROLLBACK');
    // The limit of the wait is 5 s, and 2 s are a margin for a busy machine. In an earlier version, the wait for each
    // lock had a separate limit. A write then took up to 9 s.
    expect(Math.max(...seconds)).toBeLessThan(7);
  });
});
