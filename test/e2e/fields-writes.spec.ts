import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';
import { released } from '../setup/released.js';

const desk = await sharedDesk();
const { api } = desk;

/** Returns a random text that makes slugs unique. */
const unique = (): string => randomUUID().slice(0, 8);

const created = async () =>
  (await api.create(newDocument({ locale: 'en-us', slug: unique() }))).body;

const stored = async (changes: Readonly<Record<string, unknown>>) => {
  const { id } = expectAccepted(await api.create(newDocument(changes)), 201);
  return (await api.read(id)).body;
};

describe('a create', () => {
  it('[2.author-default] defaults to the kind service and the name of the account', async () => {
    const name = 'Release notes \u{1F4DD}';
    const { databaseUrl } = desk;
    const account = await operator<{ id: string }>(
      databaseUrl,
      'accounts',
      'create',
      '--name',
      name,
    );
    const caller = await desk.caller({ account: account.id });
    const { id } = expectAccepted(await caller.api.create(newDocument()), 201);
    expect((await caller.api.read(id)).body.author).toEqual({ kind: 'service', name });
  });

  it('[2.defaults] gets the defaults of the fields that it leaves out', async () => {
    const { description, tags, sources, intent } = await stored({});
    expect({ description, tags, sources, intent }).toEqual({
      description: '',
      tags: [],
      sources: [],
      intent: 'draft',
    });
  });

  it('[2.create-required] is refused with the name of each missing field', async () => {
    expectFaults(await api.create({}), 'locale', 'slug', 'title', 'content');
  });
});

describe('an update', () => {
  it('[2.normalised-before-checks] normalises fields as a create does', async () => {
    const { id } = await stored({});
    const change = { title: '  B  ', tags: [' a\n'], author: { kind: 'ai', name: ' A ' } };
    expectAccepted(await api.update(id, { expectedVersion: 1, ...change }), 200);
    const normal = { title: 'B', tags: ['a'], author: { kind: 'ai', name: 'A' } };
    expect((await api.read(id)).body).toMatchObject(normal);
  });

  const FULL = {
    title: 'A',
    content: 'a',
    description: 'd',
    tags: ['t', 'u'],
    sources: ['https://example.org/'],
    author: { kind: 'ai', name: 'A' },
  };

  it.each<[string, unknown]>([
    ['title', 'B'],
    ['content', 'b'],
    ['description', ''],
    ['tags', ['v']],
    ['sources', []],
    ['author', { kind: 'person', name: 'B' }],
    ['intent', 'review'],
  ])(
    '[2.update-keeps-unnamed] [2.replaced-whole] replaces %s, and changes no other field that clients write',
    async (field, value) => {
      const before = await stored({ ...FULL });
      expectAccepted(await api.update(before.id, { expectedVersion: 1, [field]: value }), 200);
      const after = (await api.read(before.id)).body;
      const { updatedAt } = after;
      const state = field === 'intent' ? value : before.state;
      expect(after).toEqual({ ...before, [field]: value, state, version: 2, updatedAt });
    },
  );
});

describe('the address of a document', () => {
  it('[2.address-repeated] may be repeated in a spelling that normalises to the stored one', async () => {
    const { id } = (await api.create(newDocument({ locale: 'en-us', slug: `ﬁn-${unique()}` })))
      .body;
    const { slug } = (await api.read(id)).body;
    const body = { expectedVersion: 1, locale: 'EN-us', slug: slug.replace('fi', 'ﬁ'), title: 'B' };
    expect(expectAccepted(await api.update(id, body), 200)).toMatchObject({ version: 2, slug });
  });

  it.each([
    ['the locale', { locale: 'en' }, ['locale']],
    ['the slug', { slug: 'another' }, ['slug']],
    ['both', { locale: 'ko', slug: 'another' }, ['locale', 'slug']],
  ])(
    '[2.address-immutable] does not change when an update sends a different address: %s',
    async (_what, path, fields) => {
      const before = await created();
      for (const others of [{}, { title: 'Another', content: 'new', intent: 'review' }]) {
        const refusal = await api.update(before.id, { expectedVersion: 1, ...path, ...others });
        expectRefusal(refusal, 422, 'immutable_field');
        expect(refusal.body.details['fields']).toEqual(fields);
      }
      expect((await api.read(before.id)).body).toEqual(before);
    },
  );

  it('[2.address-alone] is refused as the only field of an update', async () => {
    const { id, locale, slug } = await created();
    for (const path of [{ locale }, { slug }, { locale, slug }]) {
      const refusal = await api.update(id, { expectedVersion: 1, ...path });
      expectRefusal(refusal, 422, 'validation_failed');
    }
    expect((await api.read(id)).body.version).toBe(1);
  });
});

describe('tags', () => {
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
  });
});
