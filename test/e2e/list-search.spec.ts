import { describe, expect, it } from 'vitest';
import type { Answer, AnswerBody, Client } from '../setup/client.js';
import { type Caller, sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();

const ask = (api: Client, query: Readonly<Record<string, string>>): Promise<Answer> =>
  api.list(`?${new URLSearchParams(query)}`);

async function slugs(api: Client, query: Readonly<Record<string, string>>): Promise<string[]> {
  const { items } = expectAccepted(await ask(api, query), 200);
  return items.map(({ slug }) => slug);
}

/** Waits until `q` finds exactly `count` documents. */
const indexed = (api: Client, q: string, count: number): Promise<void> =>
  expect.poll(() => slugs(api, { q, limit: '100' }), { interval: 100 }).toHaveLength(count);

/** Creates an account with these documents, which all contain "quince", and waits for the index. */
async function orchard(
  documents: readonly Readonly<Record<string, unknown>>[],
): Promise<Caller & { readonly ids: string[] }> {
  const caller = await desk.caller({ limit: 1_000 });
  const ids: string[] = [];
  for (const each of documents) {
    const whole = newDocument({
      content: 'All about the quinces that grow, one quince a branch.',
      ...each,
    });
    ids.push(expectAccepted(await caller.api.create(whole), 201).id);
  }
  await indexed(caller.api, 'quince', documents.length);
  return { ...caller, ids };
}

const path = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}`;

describe("the search in an account's own documents", { timeout: 60_000 }, () => {
  it('[8.list-bounded] continues after the last item that fits into an answer of a tool', async () => {
    const long = { description: '나'.repeat(500), changeNote: '라'.repeat(300) };
    const tags = Array.from({ length: 20 }, (_, n) => '다'.repeat(48) + String(n));
    const { key, ids } = await orchard(Array.from({ length: 12 }, () => ({ ...long, tags })));
    const someone = await assistant(desk.url, key, 'auto');
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = { q: 'quince', ...(cursor && { cursor }) };
      const { body } = await someone.call('list_publications', page);
      const { items, nextCursor } = body as unknown as AnswerBody;
      expect(items.length).toBeLessThan(10);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual(ids);
    await someone.close();
  });

  it('[4.list-q] finds drafts by title, content, description, tag and slug, best match first', async () => {
    const inTitle = path('first');
    const inContent = path('second');
    const inSlug = path('medlar');
    const { api } = await orchard([
      { slug: inContent },
      {
        slug: inTitle,
        title: 'Quince',
        tags: ['pome'],
        description: 'A loquat is none.',
        content: 'Hard and sour.',
      },
      { slug: inSlug },
    ]);
    expect((await slugs(api, { q: 'quince' }))[0]).toBe(inTitle);
    expect((await slugs(api, { q: 'How do quinces grow?' })).at(-1)).toBe(inTitle);
    expect(await slugs(api, { q: 'pome' })).toEqual([inTitle]);
    expect(await slugs(api, { q: 'loquats' })).toEqual([inTitle]);
    expect(await slugs(api, { q: 'medlar' })).toEqual([inSlug]);
    expect((await slugs(api, { q: inSlug }))[0]).toBe(inSlug);
    expect(await slugs(api, { q: '"quinces that grow" medlar' })).toEqual([inSlug, inContent]);
  });

  it('[4.list-q-own] never finds documents of another account, and never uses words from their titles', async () => {
    const own = path('own');
    const theirs = path('theirs');
    const { api } = await orchard([{ slug: own, title: 'Archaeopteryx', tags: ['fossil'] }]);
    const other = await orchard([
      { slug: theirs, title: 'Archaeopterix', tags: ['fossil'], locale: 'de' },
    ]);
    expect(await slugs(api, { q: 'quince fossil' })).toEqual([own]);
    expect(await slugs(other.api, { q: 'quince fossil' })).toEqual([theirs]);
    // The fuzzy search compares a word only with titles of the same account.
    expect(await slugs(api, { q: 'archaeopterix' })).toEqual([own]);
    expect(await slugs(other.api, { q: 'archaeopterix' })).toEqual([theirs]);
    expect(await slugs(api, { q: theirs.split('-')[1]! })).toEqual([]);
    const stranger = await desk.caller();
    expect(await slugs(stranger.api, { q: 'quince' })).toEqual([]);
  });

  it('[4.list-q-newest] finds the newest revision, and no earlier one', async () => {
    const { api, ids } = await orchard([{ title: 'Gooseberry' }]);
    const id = ids[0]!;
    for (let version = 1; version < 10; version += 1) {
      const title = version === 9 ? 'Loganberry' : `Boysenberry ${version}`;
      expectAccepted(await api.update(id, { expectedVersion: version, title }), 200);
    }
    await indexed(api, 'loganberry', 1);
    expect(await slugs(api, { q: 'gooseberry boysenberry' })).toEqual([]);
    // A release does not change the words of the working revision.
    expectAccepted(
      await api.publish(id, { expectedVersion: 10 }, { headers: { Prefer: 'wait=30' } }),
      202,
    );
    expect(await slugs(api, { q: 'loganberry', state: 'published' })).toHaveLength(1);
    expect(await slugs(api, { q: 'loganberry', state: 'draft' })).toEqual([]);
  });

  it('[4.list-q] is narrowed by every filter of a list', async () => {
    const [english, korean, offered] = [path('english'), path('korean'), path('offered')];
    const { api, ids } = await orchard([
      { slug: english, tags: ['Pome'] },
      { slug: korean, locale: 'ko', tags: ['pome'] },
      { slug: offered, intent: 'review' },
    ]);
    const q = 'quince';
    expect(await slugs(api, { q, locale: 'ko' })).toEqual([korean]);
    expect(await slugs(api, { q, tag: 'pome' })).toEqual([korean]);
    expect(await slugs(api, { q, tag: 'Pome' })).toEqual([english]);
    expect(await slugs(api, { q, slug: english })).toEqual([english]);
    expect(await slugs(api, { q, state: 'review' })).toEqual([offered]);
    expect(await slugs(api, { q, state: 'published' })).toEqual([]);
    await api.publish(ids[0]!, { expectedVersion: 1 }, { headers: { Prefer: 'wait=30' } });
    expect(await slugs(api, { q, indexStatus: 'ready', tag: 'Pome', locale: 'en' })).toEqual([
      english,
    ]);
    expect(await slugs(api, { q, indexStatus: 'ready', locale: 'ko' })).toEqual([]);
  });

  it('[4.list-q-snippet] shows a snippet with the words marked', async () => {
    const { api } = await orchard([
      { content: `${'Nothing of the kind. '.repeat(40)}Then, the *medlar* & the quinces.` },
    ]);
    const { items } = expectAccepted(await ask(api, { q: 'medlars' }), 200);
    const { snippet } = items[0] as unknown as { snippet: string };
    expect(snippet).toMatch(/^… [^*]*Then, the \*\*medlar\*\* & the quinces\.$/);
    expect(snippet.length).toBeLessThanOrEqual(300);
    const listed = expectAccepted(await api.list(), 200);
    expect(listed.items[0]).not.toHaveProperty('snippet');
  });

  it('[4.list-q-snippet] [4.snippets-bounded] cuts the snippets of long texts around the words, wherever they are', async () => {
    const filler = 'Nothing of the kind. '.repeat(4_500);
    const { api } = await orchard([
      { content: `${filler}Then, the medlars & the quinces. ${filler}` },
      ...Array.from({ length: 11 }, (_, n) => ({ content: `${filler}A medlar of ${n} quinces.` })),
    ]);
    const { items } = expectAccepted(await ask(api, { q: 'medlars', limit: '100' }), 200);
    const snippets = items.map((item) => (item as unknown as { snippet: string }).snippet);
    expect(snippets.filter((snippet) => snippet.includes('**medlar'))).toHaveLength(12);
    expect(snippets).toContainEqual(
      expect.stringContaining('Then, the **medlars** & the quinces.'),
    );
  });

  it('[4.list-q-words] finds nothing for a q without words, and refuses no q for its text', async () => {
    const { api } = await orchard([{}]);
    for (const q of ['', ' ', '?!', '“”', '\u0000', '🖋', '\ud800']) {
      const { body } = await ask(api, { q });
      expect({ q, ...body }).toEqual({ q, items: [], nextCursor: null });
    }
    for (const q of ['quince &', "quince'", 'quince:*', '(quince', `quince ${'x'.repeat(2_000)}`]) {
      expect(await slugs(api, { q })).toHaveLength(1);
    }
    expect(await slugs(api, { q: `${'x'.repeat(400)} quince` })).toEqual([]);
    expectRefusal(await api.list('?q=a&q=b'), 400, 'invalid_request');
  });

  it('[4.list-q-pages] can be followed to its last page, ranked or sorted', async () => {
    const names = Array.from({ length: 11 }, (_, index) => path(`n${index}`));
    const { api } = await orchard(names.map((slug) => ({ slug })));
    for (const order of [{}, { sort: 'createdAt' }, { sort: '-updatedAt' }]) {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const next: Answer = await ask(api, {
          q: 'quinces',
          limit: '4',
          ...order,
          ...(cursor && { cursor }),
        });
        const { items, nextCursor } = expectAccepted(next, 200);
        walked.push(...items.map(({ slug }) => slug));
        cursor = nextCursor;
      }
      expect(walked.toSorted()).toEqual(names.toSorted());
      if (order.sort === 'createdAt') expect(walked).toEqual(names);
      expect(walked).toEqual(await slugs(api, { q: 'quinces', limit: '100', ...order }));
    }
  });

  it('[4.list-q-pages] leads to every document, even if the documents of each page stop matching', async () => {
    const names = Array.from({ length: 9 }, (_, index) => path(`n${index}`));
    const { api } = await orchard(names.map((slug) => ({ slug })));
    const walked: string[] = [];
    let left = names.length;
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Answer = await ask(api, { q: 'quinces', limit: '3', ...(cursor && { cursor }) });
      const { items, nextCursor } = expectAccepted(next, 200);
      for (const { id, slug } of items) {
        walked.push(slug);
        expectAccepted(await api.update(id, { expectedVersion: 1, content: 'Medlars.' }), 200);
      }
      left -= items.length;
      await indexed(api, 'quinces', left);
      cursor = nextCursor;
    }
    expect(walked.toSorted()).toEqual(names.toSorted());
  });

  it('[4.cursor-invalid] refuses a cursor in a request with another query, sort or filter', async () => {
    const { api } = await orchard([{}, {}]);
    const cursorOf = async (query: Readonly<Record<string, string>>): Promise<string> => {
      const { nextCursor } = expectAccepted(await ask(api, { ...query, limit: '1' }), 200);
      expect(nextCursor).not.toBeNull();
      return nextCursor!;
    };
    const [plain, ranked] = [await cursorOf({}), await cursorOf({ q: 'quinces' })];
    for (const asked of [
      { q: 'quinces', cursor: plain },
      { cursor: ranked },
      { q: 'quince', cursor: ranked },
      { q: 'quinces', sort: '-createdAt', cursor: ranked },
      { q: 'quinces', locale: 'en', cursor: ranked },
    ]) {
      expectRefusal(await ask(api, asked), 400, 'invalid_cursor');
    }
  });

  it('[4.list-q] is the same over MCP', async () => {
    const mute = { title: 'Quince jelly', content: '<!-- Nothing is shown. -->' };
    const { api, key } = await orchard([{ title: 'Quince' }, {}, mute]);
    const mcp = await assistant(desk.url, key, 'auto');
    const { structured } = await mcp.call('list_publications', { q: 'quince', limit: 1 });
    const { items, nextCursor } = expectAccepted(await ask(api, { q: 'quince', limit: '1' }), 200);
    expect(structured!.nextCursor).toBe(nextCursor);
    expect(structured!.items[0]).toMatchObject({
      id: items[0]!.id,
      title: 'Quince',
      snippet: (items[0] as unknown as { snippet: unknown }).snippet,
    });
    // If the content shows no words, the snippet is empty.
    const jelly = await mcp.call('list_publications', { q: 'jelly' });
    expect(jelly.structured!.items).toMatchObject([{ title: 'Quince jelly', snippet: '' }]);
    const bad = await mcp.call('list_publications', { q: 'quinces', cursor: nextCursor });
    expect(bad.body.code).toBe('invalid_cursor');
    await mcp.close();
  });
});
