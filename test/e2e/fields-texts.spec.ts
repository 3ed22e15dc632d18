import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const EMOJI = '\u{1F600}';

/** Creates a document, and returns the answer to a read of this document. */
const stored = async (changes: Readonly<Record<string, unknown>>) => {
  const { id } = expectAccepted(await api.create(newDocument(changes)), 201);
  return (await api.read(id)).body;
};

describe('title', () => {
  it('[2.title-length] has 1 to 200 characters', async () => {
    for (const title of ['A', 'a'.repeat(200)]) {
      expect((await stored({ title })).title).toBe(title);
    }
    for (const title of ['', 'a'.repeat(201)]) {
      expectFaults(await api.create(newDocument({ title })), 'title');
    }
  });

  it('[2.title-length] [2.normalised-before-checks] is trimmed before it is measured', async () => {
    const title = 'a'.repeat(200);
    expect((await stored({ title: ` \n\t${title}\u00A0\r\n ` })).title).toBe(title);
    expectFaults(await api.create(newDocument({ title: ' \t\n\u3000 ' })), 'title');
  });

  it('[2.title-length] is also trimmed in an update', async () => {
    const { id } = await stored({});
    expectAccepted(await api.update(id, { expectedVersion: 1, title: '  B  ' }), 200);
    expect((await api.read(id)).body.title).toBe('B');
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    '[2.title-one-line] must not contain the line break %j',
    async (lineBreak) => {
      expectFaults(await api.create(newDocument({ title: `one${lineBreak}two` })), 'title');
    },
  );
});

describe('content', () => {
  it('[2.content-length] has 1 to 200,000 characters', async () => {
    for (const content of ['A', 'a'.repeat(200_000)]) {
      expect((await stored({ content })).content === content).toBe(true);
    }
    for (const content of ['', 'a'.repeat(200_001)]) {
      expectFaults(await api.create(newDocument({ content })), 'content');
    }
  });

  it.each([' ', '\n', '\t\r\n ', '\u00A0\u3000\u2028'])(
    '[2.text-visible] must not be blank: %j',
    async (content) => {
      expectFaults(await api.create(newDocument({ content })), 'content');
    },
  );

  it('is stored as it was sent, not trimmed and not normalised', async () => {
    const content = '\n  # e\u0301 ﬁ \u212B\r\n\n\ttwo  \n\n';
    expect((await stored({ content })).content).toBe(content);
  });
});

describe('description', () => {
  it('[2.description-length] has 0 to 500 characters', async () => {
    for (const description of ['', 'A', '\n\t\r', 'a'.repeat(500)]) {
      expect((await stored({ description })).description).toBe(description);
    }
    expectFaults(await api.create(newDocument({ description: 'a'.repeat(501) })), 'description');
  });

  it('[2.description-length] is not trimmed before it is measured', async () => {
    const description = ` ${'a'.repeat(498)} `;
    expect((await stored({ description })).description).toBe(description);
    expectFaults(await api.create(newDocument({ description: ` ${description}` })), 'description');
  });

  it('may have several lines', async () => {
    expect((await stored({ description: 'one\n\ttwo\r\n' })).description).toBe('one\n\ttwo\r\n');
  });
});

describe('the length of a text', () => {
  it.each([
    ['title', EMOJI, 200],
    ['content', EMOJI, 200_000],
    ['description', EMOJI, 500],
    ['slug', '𐐨', 120],
  ])(
    '[2.length-code-points] counts a surrogate pair as one character: %s',
    async (field, character, most) => {
      const text = character.repeat(most);
      expect((await stored({ [field]: text }))[field as 'title'] === text).toBe(true);
      expectFaults(await api.create(newDocument({ [field]: text + character })), field);
    },
  );

  it.each([
    ['tags', (text: string) => ({ tags: [text] }), 'tags[0]', 50],
    ['author.name', (text: string) => ({ author: { kind: 'ai', name: text } }), 'author.name', 120],
  ])(
    '[2.length-code-points] counts a surrogate pair as one character: %s',
    async (_field, changes, path, most) => {
      await stored(changes(EMOJI.repeat(most)));
      expectFaults(await api.create(newDocument(changes(EMOJI.repeat(most + 1)))), path);
    },
  );

  it('[2.length-code-points] counts every code point of an emoji sequence and of a letter with a combining mark', async () => {
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    expect((await stored({ title: family.repeat(40) })).title).toBe(family.repeat(40));
    expectFaults(await api.create(newDocument({ title: family.repeat(40) + 'e' })), 'title');
    expectFaults(await api.create(newDocument({ title: 'e\u0301'.repeat(101) })), 'title');
  });
});
