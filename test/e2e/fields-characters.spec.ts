import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

/**
 * Every text of a document: the path of the text, and a function that returns the field with a given text at this path.
 */
const TEXTS: [path: string, changes: (text: string) => object][] = [
  ['locale', (locale) => ({ locale })],
  ['slug', (slug) => ({ slug })],
  ['title', (title) => ({ title })],
  ['content', (content) => ({ content })],
  ['description', (description) => ({ description })],
  ['tags[0]', (tag) => ({ tags: [tag] })],
  ['sources[0]', (text) => ({ sources: [`https://example.org/${text}`] })],
  ['author.kind', (kind) => ({ author: { kind, name: 'A' } })],
  ['author.name', (name) => ({ author: { kind: 'ai', name } })],
  ['intent', (intent) => ({ intent })],
  ['changeNote', (changeNote) => ({ changeNote })],
];
const MANY_LINES = TEXTS.filter(([path]) => ['content', 'description'].includes(path));
const LINES = new Set(['title', 'tags[0]', 'author.name', 'changeNote']);
const ONE_LINE = TEXTS.filter(([path]) => LINES.has(path));

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => /\p{Cc}/u.test(character),
);
const C1 = CONTROLS.filter((character) => character >= '\u007F');

/**
 * Creates a document. Sends non-ASCII characters as JSON escapes, because UTF-8 cannot encode an unpaired surrogate.
 */
const create = (changes: object) => {
  const json = JSON.stringify(newDocument({ ...changes }));
  const escaped = json.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return api.create(escaped);
};

describe('no text of a document', () => {
  it.each(TEXTS)('[2.text-surrogates] has an unpaired surrogate: %s', async (path, changes) => {
    for (const half of ['\uD800', '\uDBFF', '\uDC00', '\uDFFF', '\uDC00\uD800']) {
      expectFaults(await create(changes(`a${half}b`)), path);
    }
  });

  it.each(TEXTS)('[2.text-surrogates] has U+FFFE or U+FFFF: %s', async (path, changes) => {
    for (const character of ['\uFFFE', '\uFFFF']) {
      expectFaults(await create(changes(`a${character}b`)), path);
    }
  });

  it.each(TEXTS)('[2.text-controls] has NUL: %s', async (path, changes) => {
    for (const text of ['a\u0000', '\u0000', 'a\u0000b']) {
      expectFaults(await create(changes(text)), path);
    }
  });

  it.each(TEXTS)('[2.text-controls] has a control character: %s', async (path, changes) => {
    const multiline = MANY_LINES.some(([name]) => name === path);
    const refused = CONTROLS.filter((character) => !multiline || !'\t\n\r'.includes(character));
    const answers = await Promise.all(
      refused.map((character) => create(changes(`a${character}b`))),
    );
    for (const answer of answers) expectFaults(answer, path);
  });

  it.each(TEXTS)(
    '[2.text-controls] starts or ends with a control character that trimming keeps: %s',
    async (path, changes) => {
      const texts = ['\u0000', '\u001F', ...C1].flatMap((control) => [
        `${control}a`,
        `a${control}`,
      ]);
      const answers = await Promise.all(texts.map((text) => create(changes(text))));
      for (const answer of answers) expectFaults(answer, path);
    },
  );
});

describe('a text that people must see', () => {
  const INVISIBLE = [
    '\u200B\u2060',
    '\u3164',
    '\u2800',
    '\u00AD',
    '\u115F\u1160',
    '\u034F',
    '\u200B\uFEFF\u200B',
    '\u{E0041}\u{E0042}',
    ' \u200B\u00A0\u200E\u2800 ',
  ];
  const VISIBLE_TEXTS = TEXTS.filter(([path]) =>
    ['title', 'content', 'tags[0]', 'author.name'].includes(path),
  );

  it.each(VISIBLE_TEXTS)('[2.text-visible] has a visible character: %s', async (path, changes) => {
    for (const text of INVISIBLE) {
      const answer = await create(changes(text));
      expectFaults(answer, path);
      expect(answer.text).toContain('must have at least one visible character');
    }
    expectAccepted(await create(changes('\u200B가\u3164')), 201);
  });

  it('[2.text-visible] has a visible character in a publish and after an edit: approvedBy, content', async () => {
    const { id } = expectAccepted(await create({ content: 'A' }), 201);
    for (const text of INVISIBLE) {
      const released = await api.publish(id, { expectedVersion: 1, approvedBy: text });
      expectFaults(released, 'approvedBy');
      const edits = [{ find: 'A', replace: text }];
      expectFaults(await api.update(id, { expectedVersion: 1, edits }), 'edits');
    }
  });
});

describe('tab, LF and CR', () => {
  it.each(MANY_LINES)('[2.text-controls] are accepted in %s', async (path, changes) => {
    const { id } = expectAccepted(await create(changes('a\tb\nc\rd')), 201);
    expect((await api.read(id)).body[path as 'content']).toBe('a\tb\nc\rd');
  });
});

describe('a one-line field', () => {
  const DIRECTIONS = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E'];
  const ISOLATES = ['\u2066', '\u2067', '\u2068', '\u2069'];
  const REFUSED = ['\u2028', '\u2029', ...DIRECTIONS, ...ISOLATES, '\n', '\r', '\t'];

  it.each(ONE_LINE)(
    '[2.text-one-line] has no line break, no tab, and no character that embeds, overrides or isolates text direction: %s',
    async (path, changes) => {
      for (const character of REFUSED) {
        expectFaults(await create(changes(`a${character}b`)), path);
      }
    },
  );

  it('[2.text-one-line] [2.text-controls] [2.text-surrogates] has no line break, direction control, control character, surrogate, U+FFFE or U+FFFF in a publish: approvedBy', async () => {
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    for (const character of [...REFUSED, ...CONTROLS, '\uD800', '\uFFFE', '\uFFFF']) {
      const approvedBy = `a${character}b`;
      expectFaults(await api.publish(id, { expectedVersion: 1, approvedBy }), 'approvedBy');
    }
  });

  it.each(MANY_LINES)(
    '[2.text-one-line] is stricter than a multi-line field, which accepts U+2028 and direction controls: %s',
    async (path, changes) => {
      const text = 'a\u2028b\u2029c\u202Dd\u202Ee\u202C\u2067f\u2069';
      const { id } = expectAccepted(await create(changes(text)), 201);
      expect((await api.read(id)).body[path as 'content']).toBe(text);
    },
  );

  it.each(ONE_LINE)('accepts direction marks and joiners: %s', async (_path, changes) => {
    expectAccepted(await create(changes('א\u200Fa\u200Eب\u200D\u{1F600}\uFFFD')), 201);
  });
});
