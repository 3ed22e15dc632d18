import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer } from '../setup/client.js';
import { type Caller, type Desk, openDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited } from '../setup/lock-awaited.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

/** Number of waiting requests: more than the connections of a process, and less than a key may have in progress. */
const GREEDY = 60;
const POLITE = 10;
/** Maximum duration of a request of another client, in ms: half of the lock timeout. */
const MAX_MS = 2_000;

let desk: Desk;
let greedy: Caller;
let holder: PgClient;

beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
  greedy = await desk.caller({ limit: 10_000 });
  expectAccepted(await desk.api.create(newDocument()), 201);
});
afterAll(() => desk.close());

beforeEach(async () => {
  holder = new PgClient({ connectionString: desk.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
});
afterEach(() => holder.end());

/**
 * Sends a request GREEDY times while `lock` is held. The returned function releases the lock and returns the
 * answers.
 */
async function hold(lock: string, ask: () => Promise<Answer>): Promise<() => Promise<Answer[]>> {
  await holder.query(lock);
  const asked = Array.from({ length: GREEDY }, async () => {
    const begun = performance.now();
    return { answer: await ask(), milliseconds: performance.now() - begun };
  });
  await lockAwaited(desk.databaseUrl);
  return async () => {
    await holder.query('COMMIT');
    const answers = await Promise.all(asked);
    for (const { answer, milliseconds } of answers) {
      if (answer.status !== 503) continue;
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      // Allows for a busy machine.
      expect(milliseconds).toBeLessThan(6_000);
    }
    return answers.map(({ answer }) => answer);
  };
}

const health = (): Promise<Answer> => desk.api.request('GET', '/health/ready');

/** Sends requests of other clients for a while, and expects fast successes. */
async function expectServed(...others: (() => Promise<Answer>)[]): Promise<void> {
  for (let time = 0; time < POLITE; time += 1) {
    for (const ask of [health, ...others]) {
      const begun = performance.now();
      const { status } = await ask();
      const late = performance.now() - begun > MAX_MS;
      expect({ refused: status >= 300, late }).toEqual({ refused: false, late: false });
    }
  }
}

const read = ({ api }: Pick<Caller, 'api'>, id: string, query: string): Promise<Answer> =>
  api.request('GET', `/api/v1/publications/${id}?${query}`);
const create = (): Promise<Answer> => desk.api.create(newDocument());
const usage = (): Promise<Answer> => desk.api.usage();
const list = (): Promise<Answer> => desk.api.list();
const page = (): Promise<Answer> => desk.api.request('GET', '/');

describe('while 60 requests wait in the database', { timeout: 60_000 }, () => {
  it('[4.shares] readers of the site block neither accounts nor health checks', async () => {
    const letGo = await hold('LOCK TABLE released_tag', () => desk.api.request('GET', '/tags/tea'));
    await expectServed(create, list, usage);
    await letGo();
  });

  it('[4.shares] writes of one account block neither other accounts nor reads of the same account', async () => {
    const lock = `SELECT FROM account WHERE id = '${greedy.accountId}' FOR UPDATE`;
    const letGo = await hold(lock, () => greedy.api.create(newDocument()));
    await expectServed(create, list, () => greedy.api.list());
    await letGo();
  });

  it('[4.shares] [6.unavailable] reads of one account block neither other accounts, nor the site, nor health checks, and are refused within 5 s', async () => {
    const letGo = await hold('LOCK TABLE release', () => greedy.api.list());
    for (let second = 0; second < 4; second += 1) {
      await expectServed(usage, page);
      await sleep(1_000);
    }
    const answers = await letGo();
    for (const answer of answers) expectRefusal(answer, 503, 'unavailable');
  });
});

/**
 * Returns long content. Each prime gives another order of the lines. For two such contents, the computation of the
 * shortest diff takes too long.
 */
const lines = (prime: number): string =>
  Array.from({ length: 20_000 }, (_, line) => `a${(line * prime) % 20_000}`).join('\n');

describe('while slow comparisons of revisions run for an account', () => {
  const COMPARISONS = 8;
  let id: string;

  beforeAll(async () => {
    const document = { ...newDocument(), content: lines(1) };
    ({ id } = expectAccepted(await greedy.api.create(document), 201));
    const change = { expectedVersion: 1, content: lines(7_919) };
    expectAccepted(await greedy.api.update(id, change), 200);
  });

  /**
   * Requests the comparisons, and records the end of each comparison in `done`. The comparisons of an account run one
   * after the other, so on a busy machine the last one can wait too long and be refused.
   */
  const compare = (done: string[] = []): Promise<unknown> =>
    Promise.all(
      Array.from({ length: COMPARISONS }, async () => {
        const answer = await read(greedy, id, 'view=changes&since=1');
        if (answer.status !== 503) expectAccepted(answer, 200);
        done.push('compared');
      }),
    );

  it('[4.shares] other accounts can read parts of their documents', async () => {
    const { body } = await desk.api.create(newDocument());
    await read(desk, body.id, 'view=outline');
    const done: string[] = [];
    const compared = compare(done);
    const before = done.length;
    expectAccepted(await read(desk, body.id, 'view=outline'), 200);
    done.push('read');
    await compared;
    // The comparisons that already run may end before the read, and those whose answers were on their way.
    expect(done.indexOf('read') - before).toBeLessThan(5);
  });

  it('[5.idem-wait-bounded] an edit of that account waits at most 5 s in total, for a thread and for locks', async () => {
    await holder.query(`SELECT FROM publication WHERE id = '${id}' FOR UPDATE`);
    const compared = compare();
    const begun = performance.now();
    const edits = [{ append: 'c' }];
    const answer = await greedy.api.update(id, { expectedVersion: 2, edits });
    expectRefusal(answer, 503, 'unavailable');
    // The limit is 5 s. The rest is a margin for a busy machine.
    expect(performance.now() - begun).toBeLessThan(6_500);
    await compared;
  });

  it('[5.order-edits] [5.idem-replay] an edit of that account is replayed, or refused for its version, even if no thread is free for it', async () => {
    const { body } = await greedy.api.create(newDocument({ content: 'one two' }));
    const key = randomUUID();
    const send = (edits: object[], other = key) =>
      greedy.api.update(body.id, { expectedVersion: 1, edits }, { key: other });
    const edits = [{ find: 'one', replace: 'three' }];
    const first = await send(edits);
    expectAccepted(first, 200);
    const done: string[] = [];
    const compared = compare(done);
    const [again, stale, reused] = await Promise.all([
      send(edits),
      send(edits, randomUUID()),
      send([{ append: 'four' }]),
    ]);
    expect(done.length).toBeLessThan(COMPARISONS);
    expect(again.text).toBe(first.text);
    expectRefusal(stale, 409, 'version_conflict');
    expectRefusal(reused, 422, 'idempotency_key_reused');
    await compared;
  });
});
