import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { FINGERPRINT_FORMAT } from '../../src/writes/fingerprint.js';
import { type Answer, type Client, client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { booksOf } from './books.js';
import { OPERATIONS, repeatableWrite } from './repeatable-write.js';

let desk: SharedPair;
let api: Client;
let sibling: Client;
let foreign: Client;

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
});

const books = () => booksOf(desk.databaseUrl, desk.accountId);

function expectReplay(answer: Answer, first: Answer): void {
  expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
  expect([answer.status, answer.text]).toEqual([first.status, first.text]);
}

describe('a write that is sent again with its idempotency key', () => {
  it.each(OPERATIONS)(
    '[5.idem-replay] [5.idem-replay-bytes] [5.idem-replayed-header] gets the first answer, byte for byte, and changes nothing: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      const first = await write.send(api);
      expect(first.status).toBe({ create: 201, update: 200, publish: 202 }[operation]);
      expect(first.headers.has('Idempotent-Replayed')).toBe(false);
      const before = await books();
      for (const again of [await write.send(api), await write.send(api)]) {
        expectReplay(again, first);
        expect(again.headers.get('Location')).toBe(first.headers.get('Location'));
      }
      expect(await books()).toEqual(before);
      expect((await api.read(first.body.id)).body).toEqual(first.body);
    },
  );

  it.each(OPERATIONS)(
    '[5.idem-replay] gets the publication as it was committed, not as it is now: %s',
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

  it.each(OPERATIONS)(
    '[5.idem-account-wide] replays for another publisher key of the account at another process: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      const first = await write.send(api);
      const before = await books();
      expectReplay(await write.send(sibling), first);
      expect(await books()).toEqual(before);
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

  it.each(OPERATIONS)(
    '[5.idem-format-number] is recorded with the format number of its fingerprint: %s',
    async (operation) => {
      const write = await repeatableWrite(api, operation);
      await write.send(api);
      const rows = await sql(
        desk.databaseUrl,
        `SELECT operation, fingerprint_format AS format, length(fingerprint) AS bytes
       FROM accepted_write WHERE idempotency_key = $1`,
        [write.key],
      );
      expect(rows).toEqual([{ operation, format: FINGERPRINT_FORMAT, bytes: 32 }]);
    },
  );
});
