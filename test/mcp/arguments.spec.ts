import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnswerBody } from '../setup/client.js';
import { sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { request, rpc } from '../setup/rpc.js';

const desk = await sharedPair();
const someone = await assistant(desk.url, desk.key, 'legacy');
afterAll(() => someone.close());

const create = (changes: object = {}) =>
  someone.call('create_publication', {
    idempotencyKey: randomUUID(),
    ...newDocument(),
    ...changes,
  });

/** Returns the fields that a refusal names. */
const fields = ({ body }: Awaited<ReturnType<typeof create>>) =>
  body.details.errors.map(({ field }) => field);

describe('arguments in a form that the schema does not define', () => {
  it('[8.strings-tolerated] are accepted if they are arrays, objects or integers encoded as strings', async () => {
    const { body } = await create({
      tags: '["one","two"]',
      sources: '["https://example.org/"]',
      author: '{"kind":"ai","name":"Someone"}',
    });
    const { body: kept } = await someone.call('get_publication', { id: body.id });
    expect(kept).toMatchObject({
      tags: ['one', 'two'],
      sources: ['https://example.org/'],
      author: { kind: 'ai', name: 'Someone' },
    });
    const updated = await someone.call('update_publication', {
      id: body.id,
      expectedVersion: '1',
      idempotencyKey: randomUUID(),
      title: 'Changed',
    });
    expect(updated.body.version).toBe(2);
    const listed = await someone.call('list_publications', { limit: ' 1 ' });
    expect(listed.body.items).toHaveLength(1);
  });

  it('[8.strings-tolerated] are not parsed if a text is expected', async () => {
    const { body } = await create({ title: '42', content: '["not", "a", "list"]' });
    const read = await someone.call('get_publication', { id: body.id });
    expect(read.body).toMatchObject({ title: '42', content: '["not", "a", "list"]' });
  });

  it.each([
    ['tags', 'one, two'],
    ['tags', '{"a":1}'],
    ['author', '["ai"]'],
    ['author', 'Someone'],
  ])('are refused if the string encodes another type: %s = %s', async (field, value) => {
    const outcome = await create({ [field]: value });
    expect(outcome.body.code).toBe('validation_failed');
    expect(fields(outcome)).toEqual([field]);
  });

  it.each(['1.0', '1e0', '0x1', 'one', ''])(
    'are refused if the string is not an integer: %j',
    async (expectedVersion) => {
      const created = await create();
      const outcome = await someone.call('update_publication', {
        id: created.body.id,
        expectedVersion,
        idempotencyKey: randomUUID(),
        title: 'Changed',
      });
      expect(outcome.body.code).toBe('validation_failed');
      expect(fields(outcome)).toEqual(['expectedVersion']);
    },
  );

  it('[8.null-tolerated] may be null if they are optional', async () => {
    const { body, isError } = await create({ tags: null, description: null, author: null });
    expect(isError).toBe(false);
    const read = await someone.call('get_publication', {
      id: body.id,
      includeContent: null,
      waitSeconds: null,
    });
    expect(read.body).toMatchObject({ tags: [], description: '', author: { kind: 'service' } });
    expect(read.body.content).toBe('Some *text*.');
  });

  it('[8.null-tolerated] may be null in an edit', async () => {
    const { body } = await create();
    const edit = { find: 'text', replace: 'words', section: null, append: null, all: null };
    const id = { id: body.id, idempotencyKey: randomUUID(), expectedVersion: 1 };
    for (const edits of [[edit], JSON.stringify([edit])])
      expect((await someone.call('update_publication', { ...id, edits })).isError).toBe(false);
  });

  it('[8.null-tolerated] must not be null if they are required', async () => {
    const outcome = await create({ title: null, slug: null });
    expect(fields(outcome).toSorted()).toEqual(['slug', 'title']);
  });

  it.each(['publicationId', 'publication_id'])(
    '[8.id-aliases] may have the id under the name %s',
    async (alias) => {
      const { body } = await create();
      const read = await someone.call('get_publication', { [alias]: body.id });
      expect(read.body.id).toBe(body.id);
    },
  );

  it('[8.id-aliases] are refused if two aliases name two documents', async () => {
    const [one, two] = [await create(), await create()];
    const ids = { publicationId: one.body.id, publication_id: two.body.id };
    const outcome = await someone.call('get_publication', ids);
    expect(fields(outcome).toSorted()).toEqual(['id', 'publicationId', 'publication_id']);
  });

  it('[8.id-aliases] are refused if an alias comes with the id', async () => {
    const { body } = await create();
    const outcome = await someone.call('get_publication', { id: body.id, publicationId: body.id });
    expect(outcome.body.code).toBe('invalid_request');
    expect(fields(outcome)).toEqual(['publicationId']);
  });
});

/** Calls a tool with arguments of any type, and returns its answer. */
const resultOf = async (name: string, args: unknown, key = desk.key) => {
  const call = request('tools/call', { name, arguments: args });
  const { message } = await rpc(desk.url, key, call);
  const [{ text }] = message.result!.content as [{ text: string }];
  return JSON.parse(text) as AnswerBody;
};

describe('arguments as a whole', () => {
  it.each([null, '{}', ' { } '])('[8.null-tolerated] may be %j', async (args) => {
    expect(await resultOf('get_account_usage', args)).toMatchObject({ accountId: desk.accountId });
  });

  it('[2.edits-scope] need the scope read if they have edits, also as JSON in a string', async () => {
    const { body } = await create();
    const { key } = await desk.caller({ account: desk.accountId, scopes: ['write'] });
    const edits = [{ find: 'text', replace: 'word' }];
    const args = { id: body.id, expectedVersion: 1, idempotencyKey: randomUUID(), edits };
    for (const sent of [args, JSON.stringify(args)]) {
      const refusal = await resultOf('update_publication', sent, key);
      expect(refusal.code).toBe('insufficient_scope');
      expect(refusal.details).toMatchObject({ requiredScope: 'read' });
    }
  });

  it('[8.refusal-codes] have the same faults as a body, however many unknown members come first', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`m${n}`, n]));
    const args = { ...unknown, ...newDocument() };
    const refusal = await resultOf('create_publication', { ...args, idempotencyKey: 'k' });
    expect(refusal.code).toBe('validation_failed');
    const { body } = await desk.api.create(args);
    expect(refusal.details).toEqual(body.details);
  });

  it.each([[[]], [5], ['[]'], ['text'], [true]])(
    '[8.refusal-codes] are refused with an error result if they are %j',
    async (args) => {
      for (const tool of ['list_publications', 'create_publication']) {
        const body = await resultOf(tool, args);
        expect(body.code).toBe('invalid_request');
        expect(body.details.errors[0]!.field).toBe('arguments');
      }
    },
  );

  it('[2.unknown-field] are refused, as over HTTP, if a member has a name that objects inherit, such as toString', async () => {
    const wanted = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];
    const text = JSON.stringify(newDocument()).slice(0, -1);
    const body = `${text},"__proto__":{"x":1},"constructor":null,"toString":null,"hasOwnProperty":1}`;
    const overHttp = await desk.api.create(body);
    const expected = overHttp.body.details.errors.map(({ field }) => field).toSorted();
    expect(expected).toEqual(wanted);
    const args = JSON.parse(body.replace('{', '{"idempotencyKey":"proto",')) as object;
    const outcome = await someone.call('create_publication', args);
    expect(fields(outcome).toSorted()).toEqual(wanted);
  });
});

describe('a fault in the arguments', () => {
  it('[8.refusal-codes] of a write is reported together with all other faults, including a missing id', async () => {
    const outcome = await someone.call('update_publication', {
      expectedVersion: 0,
      idempotencyKey: randomUUID(),
      titel: 'Changed',
    });
    expect(outcome.body).toMatchObject({ code: 'validation_failed', status: 422 });
    expect(fields(outcome).toSorted()).toEqual(['expectedVersion', 'id', 'titel']);
  });

  it.each([
    ['list_publications', { limit: 0, stat: 'draft' }, ['limit', 'stat']],
    [
      'get_publication',
      { waitSeconds: 31, includeContent: 1 },
      ['id', 'includeContent', 'waitSeconds'],
    ],
    ['get_account_usage', { accountId: 'x' }, ['accountId']],
  ])(
    '[8.refusal-codes] of a read is refused with the code invalid_request: %s',
    async (tool, args, wanted) => {
      const outcome = await someone.call(tool, args);
      expect(outcome.body).toMatchObject({ code: 'invalid_request', status: 400 });
      expect(fields(outcome).toSorted()).toEqual(wanted);
    },
  );

  it.each([
    [undefined, 'idempotency_key_required'],
    [null, 'idempotency_key_required'],
    ['', 'idempotency_key_invalid'],
    ['with space', 'idempotency_key_invalid'],
    ['a\n', 'idempotency_key_invalid'],
    ['\x1f', 'idempotency_key_invalid'],
    ['\x7f', 'idempotency_key_invalid'],
    ['x'.repeat(256), 'idempotency_key_invalid'],
    [42, 'idempotency_key_invalid'],
    [['k'], 'idempotency_key_invalid'],
  ])(
    '[5.idem-mcp-argument] is reported first if it is in the idempotency key: %j',
    async (key, code) => {
      const outcome = await create({ idempotencyKey: key, title: '' });
      expect(outcome.body).toMatchObject({ code, status: 400 });
    },
  );
});

describe('an answer', () => {
  it('[8.list-items] [8.no-content] to a list call has the fields that distinguish documents, and no empty fields', async () => {
    await create({ description: '', tags: [], sources: ['https://example.org/'] });
    const always = [
      'id',
      'locale',
      'slug',
      'title',
      'state',
      'indexStatus',
      'version',
      'publishedVersion',
      'contentLength',
      'updatedAt',
    ];
    const bare = await someone.call('list_publications', { limit: 1 });
    expect(Object.keys(bare.body.items[0]!)).toEqual(always);
    await create({ description: 'A summary of it.', tags: ['one'], changeNote: 'First of all' });
    const full = await someone.call('list_publications', { limit: 1 });
    const told = ['description', 'tags', 'changeNote'];
    expect(Object.keys(full.body.items[0]!)).toEqual([...always, ...told]);
  });

  it('to a read has the members of the HTTP answer, in the same order', async () => {
    const { body } = await create();
    const read = await someone.call('get_publication', { id: body.id });
    const {
      note,
      warnings: _,
      ...publication
    } = read.body as typeof read.body & { warnings: unknown };
    const overHttp = await desk.api.read(body.id);
    expect(note).toBeTypeOf('string');
    expect(JSON.stringify(publication)).toBe(JSON.stringify(overHttp.body));
    const usage = await someone.call('get_account_usage');
    expect(usage.text).toBe((await desk.api.usage()).text);
  });
});
