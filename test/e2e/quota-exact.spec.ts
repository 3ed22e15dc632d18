import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Books, booksOf } from '../setup/books.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

let desk: SharedPair;
let accountId: string;
/** Clients with three keys of the account, at two processes. */
let callers: Client[];

beforeAll(async () => {
  desk = await sharedPair();
  const first = await desk.caller();
  accountId = first.accountId;
  const second = await desk.caller({ account: accountId });
  const third = await desk.caller({ account: accountId });
  callers = [first.api, second.api, client(desk.otherUrl, third.key)];
});

/** Sets the limit and deletes the usage, as on a new day. Returns the counts of the account. */
async function dayWith(limit: number): Promise<Books> {
  await sql(desk.databaseUrl, 'UPDATE account SET daily_write_limit = $2 WHERE id = $1', [
    accountId,
    limit,
  ]);
  await sql(desk.databaseUrl, 'DELETE FROM daily_usage WHERE account_id = $1', [accountId]);
  return booksOf(desk.databaseUrl, accountId);
}

const calls = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

function expectExactly(limit: number, answers: readonly Answer[], status = 201): void {
  expect(answers.filter((answer) => answer.status === status).length).toBe(limit);
  for (const answer of answers.filter((other) => other.status !== status)) {
    expectRefusal(answer, 429, 'daily_limit_exceeded');
  }
}

describe('a daily limit', () => {
  it('[1.account-shared] [5.quota-exact] of 100 accepts exactly 100 of 150 concurrent creates by 3 keys at 2 processes', async () => {
    const before = await dayWith(100);
    const answers = await calls(150, (index) => callers[index % 3]!.create(newDocument()));
    expectExactly(100, answers);
    expect(await booksOf(desk.databaseUrl, accountId)).toEqual({
      ...before,
      publications: before.publications + 100,
      revisions: before.revisions + 100,
      records: before.records + 100,
      units: 100,
    });
    const remaining = answers.filter(({ status }) => status === 201).map(remainingIn);
    expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('[5.quota-exact] of 30 accepts exactly 30 of 60 concurrent creates, updates and publishes', async () => {
    await dayWith(1_000);
    const [first, , third] = callers as [Client, Client, Client];
    const made = await calls(20, () => first.create(newDocument()));
    const before = await dayWith(30);
    const answers = await calls(60, (index) => {
      const { id } = made[index % 20]!.body;
      if (index < 20) return third.create(newDocument());
      return index < 40
        ? first.update(id, { expectedVersion: 1, title: 'B' })
        : third.publish(id, { expectedVersion: 1 });
    });
    const accepted = answers.filter(({ status }) => status < 300);
    for (const answer of answers.filter(({ status }) => status >= 300)) {
      expect(['daily_limit_exceeded', 'version_conflict']).toContain(answer.body.code);
    }
    expect(accepted.length).toBe(30);
    const { records, units } = await booksOf(desk.databaseUrl, accountId);
    expect({ records, units }).toEqual({ records: before.records + 30, units: 30 });
  });

  it('[5.quota-exact] of 2 gives its last unit to only one of two concurrent writes', async () => {
    await dayWith(2);
    await callers[0]!.create(newDocument());
    const before = await booksOf(desk.databaseUrl, accountId);
    const lock = `SELECT FROM daily_usage WHERE account_id = '${accountId}' FOR UPDATE`;
    const { answers } = await whileLocked(desk.databaseUrl, lock, async () => {
      const both = calls(2, (index) => callers[index * 2]!.create(newDocument()));
      await lockAwaited(desk.databaseUrl, 2);
      return { answers: both };
    });
    expectExactly(1, await answers);
    const { records, units } = await booksOf(desk.databaseUrl, accountId);
    expect({ records, units }).toEqual({ records: before.records + 1, units: 2 });
  });

  it('[5.quota-exact] of 5 accepts exactly 5 of 10 creates that are each sent five times', async () => {
    const before = await dayWith(5);
    const writes = Array.from({ length: 10 }, () => ({
      key: randomUUID(),
      document: newDocument(),
    }));
    const answers = await calls(50, (index) => {
      const { key, document } = writes[index % 10]!;
      return callers[index % 3]!.create(document, { key });
    });
    const accepted = answers.filter(({ status }) => status === 201);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(5);
    expect(await booksOf(desk.databaseUrl, accountId)).toMatchObject({
      publications: before.publications + 5,
      units: 5,
    });
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 429, 'daily_limit_exceeded');
    }
  });
});

function remainingIn({ headers }: Answer): number {
  return Number(/;r=(\d+);/.exec(headers.get('RateLimit') ?? '')?.[1]);
}
