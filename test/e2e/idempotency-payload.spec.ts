import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { OTHER, SAMPLE } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

let desk: SharedPair;
let api: Client;

beforeAll(async () => {
  desk = await sharedPair();
  api = desk.api;
  const named = `UPDATE account SET name = 'Gazette' WHERE id = $1`;
  await sql(desk.databaseUrl, named, [desk.accountId]);
});

/** Returns the required members of a create, with a new path. */
const required = (): Record<string, unknown> => ({
  locale: 'en-US',
  slug: `a-${randomUUID()}`,
  title: 'A title',
  content: 'Some *text*.',
});

const { title: _title, ...OPTIONAL } = SAMPLE;
const SLUG = `é-${randomUUID()}`;
/** What a create stores if its payload has none of these fields. */
const DEFAULTS = { ...OPTIONAL, intent: 'draft', author: { kind: 'service', name: 'Gazette' } };

const replayed = ({ headers }: Answer): boolean => headers.get('Idempotent-Replayed') === 'true';

async function expectReplays(first: unknown, second: unknown): Promise<void> {
  const key = randomUUID();
  const answer = await api.create(first, { key });
  expectAccepted(answer, 201);
  const again = await api.create(second, { key });
  expect([again.status, again.text, replayed(again)]).toEqual([201, answer.text, true]);
}

describe('the payload of a replay', () => {
  it('[5.idem-canonical] may have its members in another order, at any depth', async () => {
    const first = { ...required(), author: { kind: 'ai', name: 'Writer' }, tags: ['b', 'a'] };
    const { author: _, ...rest } = Object.fromEntries(Object.entries(first).toReversed());
    await expectReplays(first, { author: { name: 'Writer', kind: 'ai' }, ...rest });
  });

  it('[5.idem-canonical] may have other white space and escapes', async () => {
    const first = { ...required(), title: 'Été / 문서' };
    const escaped = JSON.stringify(first, null, 4).replace('É', '\\u00c9').replace('/', '\\/');
    await expectReplays(JSON.stringify(first), `\r\n\t ${escaped} \n`);
  });

  it.each(['wait=0', 'wait=1', 'return=minimal', 'respond-async'])(
    '[5.idem-canonical] may be sent with Prefer: %s',
    async (preference) => {
      const key = randomUUID();
      const { id } = (await api.create(required())).body;
      const first = await api.publish(id, { expectedVersion: 1 }, { key });
      expectAccepted(first, 202);
      const headers = { Prefer: preference };
      const again = await api.publish(id, { expectedVersion: 1 }, { key, headers });
      expect([again.status, again.text, replayed(again)]).toEqual([202, first.text, true]);
    },
  );

  it.each([
    ['a title with blanks around it', { title: 'A title' }, { title: '  A title\n' }],
    ['a locale in another case', { locale: 'pt-BR' }, { locale: 'PT-br' }],
    ['a tag twice', { tags: ['x', 'y'] }, { tags: [' x', 'y ', 'x'] }],
    [
      'a source twice',
      { sources: ['https://a.org/'] },
      { sources: ['https://a.org/', 'https://a.org/'] },
    ],
    [
      'its slug in another normal form',
      { slug: SLUG.normalize('NFC') },
      { slug: SLUG.normalize('NFD') },
    ],
  ])('[5.idem-normalised] may have %s', async (_what, first, second) => {
    const document = required();
    await expectReplays({ ...document, ...first }, { ...document, ...second });
  });

  it.each(Object.entries(DEFAULTS))(
    '[5.idem-defaults] may have %s with its default value or leave it out',
    async (name, value) => {
      const [one, two] = [required(), required()];
      await expectReplays(one, { ...one, [name]: value });
      await expectReplays({ ...two, [name]: value }, two);
    },
  );
});

describe('a different payload with the same key', () => {
  it.each([
    ...Object.entries(OTHER),
    ['title', 'a title'],
    ['content', 'Some *text*. '],
    ['description', ' '],
    ['tags', ['b', 'a']],
    ['author', { kind: 'service', name: 'gazette' }],
    ['intent', 'review'],
    ['locale', 'en'],
    ['slug', 'another'],
  ])('[5.idem-reused] is refused if it differs in %s', async (name, value) => {
    const key = randomUUID();
    const document = { ...required(), tags: ['a', 'b'] };
    expectAccepted(await api.create(document, { key }), 201);
    const other = await api.create({ ...document, [name]: value }, { key });
    expectRefusal(other, 422, 'idempotency_key_reused');
  });

  it('[4.approved-by] [5.idem-reused] of a publish is refused if it names another approver', async () => {
    const key = randomUUID();
    const { id } = (await api.create(required())).body;
    const publish = (approvedBy: string) =>
      api.publish(id, { expectedVersion: 1, approvedBy }, { key });
    const first = await publish('Ada Example');
    expectAccepted(first, 202);
    expect((await publish('Ada Example')).text).toBe(first.text);
    expectRefusal(await publish('Bob Example'), 422, 'idempotency_key_reused');
  });

  it.each(Object.entries(DEFAULTS))(
    '[5.idem-defaults] of an update is refused if it adds %s with the default value of a create',
    async (name, value) => {
      const key = randomUUID();
      const { id } = (await api.create(required())).body;
      const update = { expectedVersion: 1, title: 'B' };
      expectAccepted(await api.update(id, update, { key }), 200);
      const other = await api.update(id, { ...update, [name]: value }, { key });
      expectRefusal(other, 422, 'idempotency_key_reused');
    },
  );
});
