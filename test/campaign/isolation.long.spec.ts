import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids/ids.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { startService } from '../setup/service.js';
import { checkAnswers } from './checker/answers.js';
import { Traces } from './checker/traces.js';
import { type Interface, INTERFACES, type Order, type Reply, send } from './interfaces.js';
import { acceptance, type History, type Intent } from './history.js';
import { createAccounts, type CampaignAccount } from './accounts.js';
import { Random } from './random.js';
import { KnownDocuments } from './known-documents.js';
import { Workload } from './workload.js';

const SEED = 5;
/** Minimum number of requests of all clients. */
const OPERATIONS = 800;
const SLUGS = Array.from({ length: 12 }, (_, number) => `address-${number}`);
const SHORE = { round: 1, locale: 'qaa', slugs: SLUGS };

let database: FreshDatabase;
let url: string;
let history: History;
let alpha: CampaignAccount;
let bravo: CampaignAccount;

beforeAll(async () => {
  database = await freshDatabase();
  const accounts = await createAccounts(database.url);
  [alpha, bravo] = accounts as [CampaignAccount, CampaignAccount];
  ({ url } = await startService({
    databaseUrl: database.url,
    env: { RATE_LIMIT_PER_MINUTE: '0' },
  }));
  const endpoints = { accounts, apis: [{ name: 'api', url }] };
  const workload = new Workload(endpoints, SHORE, new KnownDocuments(), new Random(SEED));
  await workload.run(OPERATIONS, Promise.resolve());
  ({ history } = workload);
});
afterAll(() => database.drop());

const call = (channel: Interface, order: Order): Promise<Reply> =>
  send(url, alpha.keys[0]!.key, channel, order);

/** Returns the accepted creates of an account. */
const made = (account: CampaignAccount): Intent[] =>
  history.intents.filter(
    (intent) =>
      intent.account === account && intent.order.operation === 'create' && acceptance(intent),
  );

/** Returns an answer without its request id and date, which differ in every answer. */
const plain = ({ whole, body }: Reply): string =>
  whole.replaceAll(body.requestId, '<request>').replace(/^date: .*$/m, '');

describe('accounts that write to the same paths at the same time', () => {
  it('[1.account-owns] get no data of each other in bodies and header fields', () => {
    expect(checkAnswers(history)).toEqual([]);
  });

  it('send many requests over every interface and at the desk, and some requests conflict', () => {
    const { intents, looks } = history;
    const attempts = [...intents.flatMap((intent) => intent.attempts), ...looks];
    expect(attempts.length).toBeGreaterThan(300);
    const codes = new Set(attempts.map(({ reply }) => reply?.code));
    const channels = new Set(attempts.map(({ channel }) => channel));
    expect([...channels].toSorted()).toEqual([...INTERFACES, 'desk'].toSorted());
    expect([...codes]).toEqual(expect.arrayContaining(['', 'path_conflict', 'not_found']));
    expect(intents.filter(acceptance).length).toBeGreaterThan(100);
    expect(Math.min(made(alpha).length, made(bravo).length)).toBeGreaterThan(0);
  });

  it.each(INTERFACES)(
    '[6.not-found-one-answer] get the same answer for a document of another account as for an unknown id: %s',
    async (channel) => {
      const orders: Omit<Order, 'id' | 'idempotencyKey'>[] = [
        { operation: 'read' },
        { operation: 'read', wait: 1 },
        { operation: 'update', fields: { expectedVersion: 1, title: 'Taken over' } },
        { operation: 'update', fields: { expectedVersion: 99, title: 'Taken over' } },
        { operation: 'update', fields: { expectedVersion: 1, title: 'Moved', slug: 'moved' } },
        { operation: 'publish', fields: { expectedVersion: 1 } },
        { operation: 'publish', fields: { expectedVersion: 99 }, wait: 1 },
      ];
      const ids = made(bravo).map((intent) => acceptance(intent)!.body.id);
      for (const order of orders) {
        const ask = (id: string): Promise<Reply> =>
          call(channel, { ...order, id, ...(order.fields ? { idempotencyKey: newId() } : {}) });
        const nobodys = await ask(newId());
        expect(nobodys.code).toBe('not_found');
        for (const id of ids) expect(plain(await ask(id))).toBe(plain(nobodys));
      }
    },
  );

  it.each(INTERFACES)(
    'get the same refusal for a taken path, whichever account has it: %s',
    async (channel) => {
      const refusals = await Promise.all(
        [...made(alpha), ...made(bravo)].map(({ order }) =>
          call(channel, { ...order, idempotencyKey: newId() }),
        ),
      );
      expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['path_conflict']));
      expect(new Set(refusals.map(plain)).size).toBe(1);
    },
  );

  it.each(INTERFACES)(
    'find no data of another account in a list by path, or in a list with a cursor of that account: %s',
    async (channel) => {
      const slug = made(bravo)[0]!.order.fields['slug'];
      const theirs = await send(url, bravo.keys[0]!.key, channel, {
        operation: 'list',
        fields: { limit: 1 },
      });
      const bySlug = await call(channel, {
        operation: 'list',
        fields: { slug, locale: SHORE.locale },
      });
      const byCursor = await call(channel, {
        operation: 'list',
        fields: { limit: 1, cursor: theirs.body.nextCursor! },
      });
      const traces = new Traces(history);
      expect(bySlug.body.items).toEqual([]);
      expect([bySlug, byCursor].flatMap(({ whole }) => traces.strangeTo(alpha, whole))).toEqual([]);
    },
  );
});
