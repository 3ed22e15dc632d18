import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const { id } = (await api.create(newDocument())).body;

/** Returns a document as JSON with one more member. The member is given as JSON, so its name can be `__proto__`. */
const withMember = (member: string): string =>
  JSON.stringify(newDocument()).replace(/\}$/, `,${member}}`);

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('an unknown field', () => {
  it.each(['tittle', 'Title', 'state', 'version', 'id', 'url', '', 'title ', 'author.kind'])(
    '[2.unknown-field] is named in the refusal: %j',
    async (name) => {
      expectFaults(await api.create(newDocument({ [name]: 'x' })), name);
      expectFaults(await api.update(id, { expectedVersion: 1, title: 'B', [name]: 'x' }), name);
      expectFaults(await api.publish(id, { expectedVersion: 1, [name]: 'x' }), name);
    },
  );

  it.each([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
  ])(
    '[2.unknown-field] is refused even if every object inherits a property of that name: %s',
    async (name) => {
      for (const value of ['"x"', '{}', '{"title":"B"}', 'null', '[]']) {
        expectFaults(await api.create(withMember(`"${name}":${value}`)), name);
        const update = `{"expectedVersion":1,"title":"B","${name}":${value}}`;
        expectFaults(await api.update(id, update), name);
        expectFaults(await api.publish(id, `{"expectedVersion":1,"${name}":${value}}`), name);
      }
    },
  );

  it.each(['age', 'Kind', '__proto__', 'constructor', 'valueOf'])(
    '[2.unknown-field] is refused in the author: %s',
    async (name) => {
      const member = `"author":{"kind":"ai","name":"A","${name}":{}}`;
      expectFaults(await api.create(withMember(member)), `author.${name}`);
    },
  );

  it('[2.unknown-field] is refused in a create: `expectedVersion`', async () => {
    expectFaults(await api.create(newDocument({ expectedVersion: 1 })), 'expectedVersion');
  });

  it('[2.unknown-field] is refused in a publish: `title` and `waitSeconds`', async () => {
    const body = { expectedVersion: 1, title: 'B', waitSeconds: 1 };
    expectFaults(await api.publish(id, body), 'title', 'waitSeconds');
  });
});

const FIELDS = 'locale slug title content description tags sources author intent'.split(' ');

describe('null', () => {
  it.each(FIELDS)('[2.null-refused] is refused for %s', async (field) => {
    expectFaults(await api.create(newDocument({ [field]: null })), field);
    expectFaults(await api.update(id, { expectedVersion: 1, [field]: null }), field);
  });

  it('[2.null-refused] is refused for `expectedVersion`', async () => {
    expectFaults(await api.update(id, { expectedVersion: null, title: 'B' }), 'expectedVersion');
    expectFaults(await api.publish(id, { expectedVersion: null }), 'expectedVersion');
  });

  it('[2.null-refused] is refused within a list or the author', async () => {
    const lists = { tags: ['a', null], sources: [null], author: { kind: null, name: null } };
    const refusal = await api.create(newDocument(lists));
    expectFaults(refusal, 'tags[1]', 'sources[0]', 'author.kind', 'author.name');
  });
});

describe('a value that is nested', () => {
  it.each([
    ['tags', `"tags":${nested(30)}`, 'tags[0][0]'],
    ['a field whose name looks like a path', `"a.b[0]":${nested(30)}`, 'a.b[0][0][0]'],
    ['sources', `"sources":["https://example.org/",${nested(30)}]`, 'sources[1][0]'],
    ['title', `"title":${nested(30)}`, 'title[0][0]'],
    [
      'author',
      `"author":${'{"author":'.repeat(29)}0${'}'.repeat(29)}`,
      'author.author.author author.kind author.name',
    ],
    ['an unknown field', `"more":${nested(30)}`, 'more[0][0]'],
  ])('is refused if it is 30 levels deep: %s', async (_field, member, paths) => {
    const document = Object.entries(newDocument()).filter(
      ([name]) => !member.startsWith(`"${name}"`),
    );
    const body = `{${JSON.stringify(Object.fromEntries(document)).slice(1, -1)},${member}}`;
    expectFaults(await api.create(body), ...paths.split(' '));
  });
});

describe('a body with very many faults', () => {
  /**
   * Number of items in a list. Even if each item counts as two elements, the body stays below the 5,000 members and
   * elements that contract 4 allows.
   */
  const MANY = 2_400;
  const unknown = Array.from({ length: MANY }, (_, index) => `"${index.toString(36)}":1`).join(',');
  const items = (item: string): string => Array<string>(MANY).fill(item).join(',');

  it.each([
    ['unknown fields', unknown],
    ['unknown fields of the author', `"author":{${unknown}}`],
    ['bad tags', `"tags":[${items('1')}]`],
    ['nested sources', `"sources":[${items('[[]]')}]`],
    ['marks on one letter', `"slug":"a${'\u0316\u0301'.repeat(380_000)}"`],
    ['white space', `"title":"${' '.repeat(3_000_000)}"`],
  ])('is refused with validation_failed: %s', async (_what, member) => {
    const refusal = await api.create(`{"content":"a",${member}}`);
    expectRefusal(refusal, 422, 'validation_failed');
  });
});

describe('the name of who approved', () => {
  it('[2.text-visible] [2.text-one-line] [2.text-controls] [2.text-surrogates] obeys the rules of a one-line field', async () => {
    const { id: draft } = expectAccepted(await api.create(newDocument()), 201);
    const unfit = [
      '\u2028',
      '\u202E',
      '\u2067',
      '\n',
      '\t',
      '\u0000',
      '\u0085',
      '\uD800',
      '\uFFFE',
    ];
    const invisible = ['\u200B\u2060', '\u3164', '\u2800'];
    for (const approvedBy of [...unfit.map((one) => `a${one}b`), ...invisible]) {
      expectFaults(await api.publish(draft, { expectedVersion: 1, approvedBy }), 'approvedBy');
    }
    for (const replace of invisible) {
      const edits = [{ find: 'Some *text*.', replace }];
      expectFaults(await api.update(draft, { expectedVersion: 1, edits }), 'edits');
    }
  });
});

describe('the refused writes of this file', () => {
  it('have changed nothing and used no unit', async () => {
    expect((await api.read(id)).body).toMatchObject({ version: 1, title: 'A document' });
    const { used } = (await api.usage()).body;
    expect(used).toBe(2);
  });
});
