import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted, expectFaults } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const stored = async (changes: Readonly<Record<string, unknown>>) => {
  const { id } = expectAccepted(await api.create(newDocument(changes)), 201);
  return (await api.read(id)).body;
};

describe('author', () => {
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

  it.each(['service', 'ai', 'person', 'organization', 'a', 'x'.repeat(40), '0_9-robot'])(
    '[2.author-kind] may be of the kind %s',
    async (kind) => {
      expect((await stored({ author: { kind, name: 'A' } })).author).toEqual({ kind, name: 'A' });
    },
  );

  it.each(['', 'x'.repeat(41), 'AI', 'a b', ' ai', 'ai\n', 'é', 'a.b', '가'])(
    '[2.author-kind] must not be of the kind %j',
    async (kind) => {
      expectFaults(await api.create(newDocument({ author: { kind, name: 'A' } })), 'author.kind');
    },
  );

  it('[2.author-name] has a name of 1 to 120 characters', async () => {
    for (const name of ['A', '가'.repeat(120)]) {
      expect((await stored({ author: { kind: 'ai', name } })).author.name).toBe(name);
    }
    for (const name of ['', '가'.repeat(121)]) {
      expectFaults(await api.create(newDocument({ author: { kind: 'ai', name } })), 'author.name');
    }
  });

  it('[2.author-name] has a name that is trimmed before it is measured', async () => {
    const name = 'a'.repeat(120);
    expect((await stored({ author: { kind: 'ai', name: ` ${name}\n` } })).author.name).toBe(name);
    expectFaults(
      await api.create(newDocument({ author: { kind: 'ai', name: ' ' } })),
      'author.name',
    );
  });

  it.each(['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b'])(
    '[2.author-name] must have a name on one line, not %j',
    async (name) => {
      expectFaults(await api.create(newDocument({ author: { kind: 'ai', name } })), 'author.name');
    },
  );

  it('needs both kind and name', async () => {
    expectFaults(await api.create(newDocument({ author: {} })), 'author.kind', 'author.name');
    expectFaults(await api.create(newDocument({ author: { kind: 'ai' } })), 'author.name');
    expectFaults(await api.create(newDocument({ author: { name: 'A' } })), 'author.kind');
  });
});

describe('intent', () => {
  it.each(['draft', 'review'])('[2.intent-values] may be %s', async (intent) => {
    expect(await stored({ intent })).toMatchObject({ intent, state: intent });
  });

  it.each(['published', 'publishing', 'Draft', ' draft', ''])(
    '[2.intent-values] must not be %j',
    async (intent) => {
      expectFaults(await api.create(newDocument({ intent })), 'intent');
    },
  );
});

describe('a create', () => {
  it('[2.defaults] gets the defaults of the fields that it leaves out', async () => {
    const { description, tags, sources, intent } = await stored({});
    expect({ description, tags, sources, intent }).toEqual({
      description: '',
      tags: [],
      sources: [],
      intent: 'draft',
    });
  });

  it.each(['locale', 'slug', 'title', 'content'])('[2.create-required] needs %s', async (field) => {
    expectFaults(await api.create(newDocument({ [field]: undefined })), field);
  });

  it('[2.create-required] is refused with the name of each missing field', async () => {
    expectFaults(await api.create({}), 'locale', 'slug', 'title', 'content');
  });
});

describe('an update', () => {
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
    ['tags', []],
    ['sources', []],
    ['author', { kind: 'person', name: 'B' }],
    ['intent', 'review'],
  ])(
    '[2.update-keeps-unnamed] changes %s and no other field that clients write',
    async (field, value) => {
      const before = await stored({ ...FULL });
      expectAccepted(await api.update(before.id, { expectedVersion: 1, [field]: value }), 200);
      const after = (await api.read(before.id)).body;
      const { updatedAt } = after;
      const state = field === 'intent' ? value : before.state;
      expect(after).toEqual({ ...before, [field]: value, state, version: 2, updatedAt });
    },
  );

  it('[2.replaced-whole] replaces lists and author as a whole', async () => {
    const { id } = await stored({ ...FULL });
    const change = {
      tags: ['v'],
      sources: ['https://example.org/b'],
      author: { kind: 'ai', name: 'B' },
    };
    expectAccepted(await api.update(id, { expectedVersion: 1, ...change }), 200);
    expect((await api.read(id)).body).toMatchObject(change);
  });

  it('[2.replaced-whole] cannot replace only a part of the author', async () => {
    const { id } = await stored({ ...FULL });
    const refusal = await api.update(id, { expectedVersion: 1, author: { kind: 'person' } });
    expectFaults(refusal, 'author.name');
  });
});
