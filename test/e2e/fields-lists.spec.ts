import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults } from '../setup/refusal.js';
import { released } from '../setup/released.js';

const desk = await sharedDesk();
const { api } = desk;

const stored = async (changes: Readonly<Record<string, unknown>>) => {
  const { id } = expectAccepted(await api.create(newDocument(changes)), 201);
  return (await api.read(id)).body;
};

const numbered = (count: number, before = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${before}${index}`);

const equal = (count: number, member: string): string[] => Array<string>(count).fill(member);

const SITE = 'https://example.org/';
const address = (length: number): string => SITE.padEnd(length, 'a');

describe('tags', () => {
  it('[2.tags-count] may be 0 to 20 per document', async () => {
    for (const tags of [[], numbered(20)]) expect((await stored({ tags })).tags).toEqual(tags);
    expectFaults(await api.create(newDocument({ tags: numbered(21) })), 'tags');
  });

  it('[2.tags-form] have 1 to 50 characters', async () => {
    const tags = ['a', 'b'.repeat(50)];
    expect((await stored({ tags })).tags).toEqual(tags);
    const refusal = await api.create(newDocument({ tags: ['a', '', 'b'.repeat(51)] }));
    expectFaults(refusal, 'tags[1]', 'tags[2]');
  });

  it('[2.tags-form] [2.normalised-before-checks] are trimmed before they are measured and stored', async () => {
    const long = 'b'.repeat(50);
    expect((await stored({ tags: [' a\n', `\t${long} `] })).tags).toEqual(['a', long]);
    expectFaults(await api.create(newDocument({ tags: [' \t\u00A0'] })), 'tags[0]');
  });

  it('[2.tags-form] that look equal are one tag, in lists, filters and addresses', async () => {
    const [composed, apart] = ['Überé-한국', 'Überé-한국'.normalize('NFD')];
    const { id } = await released(api, { tags: [apart, composed, ` ${apart}`] });
    expect((await api.read(id)).body.tags).toEqual([composed]);
    for (const tag of [composed, apart]) {
      const { body } = await api.list(`?tag=${encodeURIComponent(tag)}`);
      expect(body.items.map((item) => item.id)).toEqual([id]);
      const page = await fetch(`${desk.url}/tags/${encodeURIComponent(tag)}`);
      expect(page.status).toBe(200);
    }
    const long = 'é'.normalize('NFD').repeat(50);
    expect((await stored({ tags: [long] })).tags).toEqual([long.normalize('NFC')]);
    expectFaults(await api.create(newDocument({ tags: [`${long}a`] })), 'tags[0]');
  });

  it.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\tb'])(
    '[2.tags-form] must be on one line, not %j',
    async (tag) => {
      expectFaults(await api.create(newDocument({ tags: [tag] })), 'tags[0]');
    },
  );

  it.each(['.', '..', ' . ', '\t..\n'])('[2.tags-dots] must not be %j', async (tag) => {
    expectFaults(await api.create(newDocument({ tags: ['a', tag] })), 'tags[1]');
  });

  it('[2.tags-dots] may be three dots, or have dots next to other characters', async () => {
    const tags = ['...', '.a', 'a.', 'node.js', '/'];
    expect((await stored({ tags })).tags).toEqual(tags);
  });
});

describe('sources', () => {
  it('[2.sources-bounds] may be 0 to 50 per document', async () => {
    for (const sources of [[], numbered(50, SITE)]) {
      expect((await stored({ sources })).sources).toEqual(sources);
    }
    expectFaults(await api.create(newDocument({ sources: numbered(51, SITE) })), 'sources');
  });

  it('[2.sources-bounds] have at most 2,048 characters each', async () => {
    expect((await stored({ sources: [address(2_048)] })).sources).toEqual([address(2_048)]);
    const refusal = await api.create(newDocument({ sources: [SITE, address(2_049)] }));
    expectFaults(refusal, 'sources[1]');
  });

  it('[2.sources-form] are absolute http and https addresses, stored as they were sent', async () => {
    const sources = [
      'http://example.org',
      'HTTPS://Example.ORG:8443/A?b=c&d#e',
      'https://[2001:db8::1]/',
      'https://例え.jp/文書',
      'https://example.org/@name:word',
    ];
    expect((await stored({ sources })).sources).toEqual(sources);
  });

  it.each([
    'example.org',
    '/page',
    '//example.org',
    '?q',
    '',
    'http:example.org',
    'https://',
    'https:///example.org',
    'https:\\\\example.org',
    'https://example.org/a b',
    'ftp://example.org',
    'mailto:a@example.org',
    'javascript:alert(1)',
    'data:text/html,a',
    'file:///etc/passwd',
    'not an address',
    'https://exa mple.org',
    'https://example.org:99999',
    ' https://example.org',
  ])('[2.sources-form] must not be %j', async (source) => {
    expectFaults(await api.create(newDocument({ sources: [source] })), 'sources[0]');
  });

  it.each([
    'https://user@example.org',
    'https://user:word@example.org',
    'http://:word@example.org',
  ])('[2.sources-form] must not contain a user name or a password: %s', async (source) => {
    expectFaults(await api.create(newDocument({ sources: [source] })), 'sources[0]');
  });
});

describe('equal members of a list', () => {
  it('[2.duplicates-dropped] are dropped, except the first one, which keeps its position', async () => {
    const document = await stored({
      tags: ['b', 'a', ' b ', 'c', 'a', 'B'],
      sources: [`${SITE}b`, `${SITE}a`, `${SITE}b`, `${SITE}c`],
    });
    expect(document.tags).toEqual(['b', 'a', 'c', 'B']);
    expect(document.sources).toEqual([`${SITE}b`, `${SITE}a`, `${SITE}c`]);
  });

  it('[2.duplicates-dropped] are also dropped in an update, except the first one', async () => {
    const { id } = await stored({});
    const body = { expectedVersion: 1, tags: ['b', 'a', 'b'], sources: [SITE, SITE] };
    expectAccepted(await api.update(id, body), 200);
    expect((await api.read(id)).body).toMatchObject({ tags: ['b', 'a'], sources: [SITE] });
  });

  it('[2.counted-before-duplicates] are counted before they are dropped', async () => {
    const { tags, sources } = await stored({ tags: equal(20, 'a'), sources: equal(50, SITE) });
    expect({ tags, sources }).toEqual({ tags: ['a'], sources: [SITE] });
    expectFaults(await api.create(newDocument({ tags: equal(21, 'a') })), 'tags');
    expectFaults(await api.create(newDocument({ sources: equal(51, SITE) })), 'sources');
  });
});
