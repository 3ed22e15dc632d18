import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { booksOf } from './books.js';
import { OPERATIONS, repeatableWrite } from './repeatable-write.js';

/** Time to wait after a revocation or a suspension, in ms. Both take effect within 1 s (contract 7). */
const HELD_MS = 1_100;

const desk = await sharedPair();
const { api } = desk;
const [doomed, writer, suspended] = await Promise.all([
  desk.caller({ account: desk.accountId }),
  desk.caller({ account: desk.accountId, scopes: ['read', 'write'] }),
  desk.caller(),
]);

const change = { expectedVersion: 1, title: 'B' };

/** Creates a publication and returns its id. */
const made = async (): Promise<string> => expectAccepted(await api.create(newDocument()), 201).id;

describe('a refused write', () => {
  it('[5.idem-refusal-free] is accepted with the same key after its fault is gone', async () => {
    const key = randomUUID();
    const id = await made();
    const early = { expectedVersion: 2, title: 'C' };
    expectRefusal(await api.update(id, early, { key }), 409, 'version_conflict');
    expectAccepted(await api.update(id, change), 200);
    expect(expectAccepted(await api.update(id, early, { key }), 200).version).toBe(3);
  });
});

describe('a publisher key without access', () => {
  const update = 'UPDATE publisher_key SET revoked_at = now() WHERE id = split_part($1, $2, 2)';

  it('[5.idem-access-before-replay] replays nothing if it was revoked', async () => {
    const writes = await Promise.all(
      OPERATIONS.map((operation) => repeatableWrite(api, operation)),
    );
    for (const write of writes.slice(0, 2))
      expect((await write.send(doomed.api)).status).toBeLessThan(300);
    await sql(desk.databaseUrl, update, [doomed.key, '_']);
    await sleep(HELD_MS);
    for (const write of writes.slice(0, 2)) {
      const answer = await write.send(doomed.api);
      expectRefusal(answer, 401, 'unauthorized');
      expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    }
  });

  it('[5.idem-access-before-replay] replays no publish if it lacks the scope publish', async () => {
    const key = randomUUID();
    const id = await made();
    expectAccepted(await api.publish(id, { expectedVersion: 1 }, { key }), 202);
    const answer = await writer.api.publish(id, { expectedVersion: 1 }, { key });
    expectRefusal(answer, 403, 'insufficient_scope');
    expect(answer.body).not.toHaveProperty('id');
  });

  it('[5.idem-access-before-replay] replays nothing while its account is suspended', async () => {
    const write = await repeatableWrite(suspended.api, 'create');
    const first = await write.send(suspended.api);
    expectAccepted(first, 201);
    const setStatus = (status: string): Promise<unknown[]> =>
      sql(desk.databaseUrl, 'UPDATE account SET status = $2 WHERE id = $1', [
        suspended.accountId,
        status,
      ]);
    const before = await booksOf(desk.databaseUrl, suspended.accountId);
    await setStatus('suspended');
    await sleep(HELD_MS);
    expectRefusal(await write.send(suspended.api), 403, 'account_suspended');
    await setStatus('active');
    await sleep(HELD_MS);
    expect((await write.send(suspended.api)).text).toBe(first.text);
    expect(await booksOf(desk.databaseUrl, suspended.accountId)).toEqual(before);
  });
});
