import { describe, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, SAMPLE } from '../setup/document.js';
import { expectFaults } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const { id } = (await api.create(newDocument())).body;

/** Returns a document as JSON with one more member. The member is given as JSON, so its name can be `__proto__`. */
const withMember = (member: string): string =>
  JSON.stringify(newDocument()).replace(/\}$/, `,${member}}`);

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
});

const FIELDS = [...Object.keys(SAMPLE), 'locale', 'slug', 'content', 'intent'];

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

describe('the name of who approved', () => {
  it('[2.text-visible] [2.text-one-line] [2.text-controls] [2.text-surrogates] obeys the rules of a one-line field', async () => {
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
      expectFaults(await api.publish(id, { expectedVersion: 1, approvedBy }), 'approvedBy');
    }
  });
});
