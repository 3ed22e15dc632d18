import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { FINGERPRINT_FORMAT } from '../../src/writes/fingerprint.js';
import { booksOf } from '../setup/books.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { OPERATIONS, repeatableWrite } from './repeatable-write.js';

let desk: SharedPair;
let api: Client;
let sibling: Client;
let foreign: Client;
let foreignId: string;

beforeAll(async () => {
  desk = await sharedPair();
  api = desk.api;
  const [one, two] = await Promise.all([
    desk.caller({ account: desk.accountId }),
    desk.caller({ limit: 1_000 }),
  ]);
  // The second process has another `PUBLIC_BASE_URL`. A replay by this process must still have the URLs of the first
  // answer.
  sibling = client(desk.otherUrl, one.key);
  foreign = two.api;
  foreignId = two.accountId;
});

/** Longer than a suspension takes to have effect (contract 7), in ms. */
const HELD_MS = 1_100;

const books = () => booksOf(desk.databaseUrl, desk.accountId);

function expectReplay(answer: Answer, first: Answer): void {
  expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
  expect([answer.status, answer.text]).toEqual([first.status, first.text]);
}

describe('a write that is sent again with its idempotency key', () => {
  it.each(OPERATIONS)(
    '[5.idem-replay] [5.idem-replay-bytes] [5.idem-replayed-header] [5.idem-account-wide] [5.idem-format-number] [2.updated-at-stays] gets the first answer, byte for byte, also by another key at another process, and changes nothing: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      const first = await write.send(api);
      expect(first.status).toBe({ create: 201, update: 200, publish: 202 }[operation]);
      expect(first.headers.has('Idempotent-Replayed')).toBe(false);
      const before = await books();
      const again = await write.send(api);
      expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
      for (const answer of [again, await write.send(sibling)]) expectReplay(answer, first);
      expect(await books()).toEqual(before);
      expect((await api.read(first.body.id)).body).toEqual(first.body);
      const rows = await sql(
        desk.databaseUrl,
        `SELECT operation, fingerprint_format AS format, length(fingerprint) AS bytes
           FROM accepted_write WHERE idempotency_key = $1`,
        [write.key],
      );
      expect(rows).toEqual([{ operation, format: FINGERPRINT_FORMAT, bytes: 32 }]);
    },
  );

  it.each(OPERATIONS)(
    '[5.idem-replay] [5.order-replay-before-publication] gets the publication as it was committed, although its state would now refuse the write: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      const first = await write.send(api);
      const { id, version } = first.body;
      const later = { expectedVersion: version, content: 'Later', title: 'Later' };
      expectAccepted(await api.update(id, later), 200);
      expectAccepted(await api.publish(id, { expectedVersion: version + 1 }), 202);
      expectReplay(await write.send(api), first);
      expect((await api.read(id)).body).toMatchObject({ version: version + 1, title: 'Later' });
    },
  );

  it('[5.idem-account-apart] does not replay for another account: there the same key identifies another write', async () => {
    const key = randomUUID();
    const mine = expectAccepted(await api.create(newDocument(), { key }), 201);
    const answer = await foreign.create(newDocument(), { key });
    const theirs = expectAccepted(answer, 201);
    expect(answer.headers.has('Idempotent-Replayed')).toBe(false);
    expect(theirs.id).not.toBe(mine.id);
  });

  it('[5.idem-access-before-replay] replays nothing while its account is suspended', async () => {
    const write = await repeatableWrite(foreign, 'create');
    const first = await write.send(foreign);
    expectAccepted(first, 201);
    const setStatus = (status: string): Promise<unknown[]> =>
      sql(desk.databaseUrl, 'UPDATE account SET status = $2 WHERE id = $1', [foreignId, status]);
    const before = await booksOf(desk.databaseUrl, foreignId);
    await setStatus('suspended');
    await sleep(HELD_MS);
    expectRefusal(await write.send(foreign), 403, 'account_suspended');
    await setStatus('active');
    await sleep(HELD_MS);
    expect((await write.send(foreign)).text).toBe(first.text);
    expect(await booksOf(desk.databaseUrl, foreignId)).toEqual(before);
  });

  it('[5.idem-access-before-replay] replays no publish for a key without the scope publish', async () => {
    const write = await repeatableWrite(api, 'publish');
    expectAccepted(await write.send(api), 202);
    const writer = await desk.caller({ account: desk.accountId, scopes: ['read', 'write'] });
    expectRefusal(await write.send(writer.api), 403, 'insufficient_scope');
  });
});
