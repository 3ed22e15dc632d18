import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../setup/client.js';
import { sharedDesk, sharedPair } from '../setup/desk.js';
import { newDocument, WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();
const { api, databaseUrl } = desk;

const FAULTY = [
  '<think>I should write about tea.</think>',
  '',
  '## Growing tea',
  '',
  'Tea grows in [Insert country name here], say its friends.\u200b And elsewhere.',
].join('\n');

const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

const created = async (changes: object, parts = {}) => {
  const answer = await api.create(newDocument({ ...changes }), parts);
  return { ...expectAccepted(answer, 201), warnings: answer.warnings };
};

/** Reads a publication as soon as its working revision is indexed. */
async function indexed(id: string): Promise<Answer> {
  await expect.poll(async () => (await api.read(id)).warnings, { timeout: 20_000 }).not.toBeNull();
  return api.read(id);
}

describe('warnings', () => {
  it('[16.warnings] [16.excerpt] [16.refuses-nothing] name what is wrong in the working revision, with section, excerpt and next step; they refuse no release and change no text', async () => {
    const { id } = await created({ content: FAULTY, title: 'Tea that is public' });
    const { warnings } = await indexed(id);
    expect(warnings!.map(({ code, section, excerpt }) => ({ code, section, excerpt }))).toEqual([
      { code: 'leaked_reasoning', section: null, excerpt: '<think>' },
      { code: 'placeholder', section: 's-growing-tea', excerpt: '[Insert country name here]' },
      { code: 'hidden_text', section: 's-growing-tea', excerpt: '[U+200B]' },
    ]);
    for (const { severity, message, nextStep } of warnings!) {
      expect(severity).toBe('error');
      for (const sentence of [message, nextStep]) expect(sentence).toMatch(/^[A-Z].+\.$/);
    }
    const released = expectAccepted(await api.publish(id, { expectedVersion: 1 }, WAIT), 202);
    expect(released).toMatchObject({ state: 'published', content: FAULTY });
    expect((await indexed(id)).warnings).toEqual(warnings);
  });

  it('[16.warnings] come where a release waits for a worker that does not run', async () => {
    const { api: waiting } = await sharedPair();
    const made = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { id } = expectAccepted(await waiting.create(newDocument({ content: FAULTY })), 201);
        expectAccepted(await waiting.publish(id, { expectedVersion: 1 }), 202);
        return id;
      }),
    );
    const counts = () =>
      Promise.all(made.map(async (id) => (await waiting.read(id)).warnings?.length));
    await expect.poll(counts, { timeout: 20_000 }).toEqual(made.map(() => 3));
  });

  it('[16.excerpt] cut their excerpts by code points, also of fields and behind 100,000 characters', async () => {
    const content = `${'😀 '.repeat(50_000)}\n\n## End\n\n[Your Name] 😀\u200b`;
    const { id } = await created({ content, description: '😀[Your Name]' });
    const { warnings } = await indexed(id);
    expect(warnings!.map(({ section, excerpt }) => [section, excerpt])).toEqual([
      ['s-end', '[Your Name]'],
      ['s-end', '[U+200B]'],
    ]);
  });

  it('[16.warnings] are null, and looked for again at most three times, if the search for them fails', async () => {
    const { id } = await created({ content: FAULTY });
    await indexed(id);
    const set = (facts: string) =>
      sql(databaseUrl, `UPDATE ${facts} WHERE publication_id = $1`, [id]);
    const forgotten = `UPDATE publication SET searched_version = NULL, updated_at = '2000-01-01' WHERE id = $1`;
    await set(`search_entry SET warnings = '2'`);
    expect((await api.read(id)).warnings).toBeNull();
    const { body } = await api.request('GET', `/api/v1/publications/${id}?view=preview`);
    const { url } = (body as unknown as { preview: { url: string } }).preview;
    expect(await (await fetch(url)).text()).toContain('this version is not checked yet');
    await sql(databaseUrl, forgotten, [id]);
    expect((await indexed(id)).warnings).toHaveLength(3);
  });

  it('[16.warnings] are gone after an update that removes the faults, and absent for an older revision', async () => {
    const { id } = await created({ content: FAULTY });
    expectAccepted(await api.update(id, { expectedVersion: 1, content: 'Tea grows.' }), 200);
    expect((await indexed(id)).warnings).toEqual([]);
    const older = await api.request('GET', `/api/v1/publications/${id}?revision=1`);
    expect(older.text).not.toContain('"warnings"');
  });

  it('[16.looked-up] name the links to documents of this site that are not public, and a title that another one has', async () => {
    const own = await desk.caller();
    const make = async (
      changes: Readonly<Record<string, unknown>>,
      released = false,
    ): Promise<{ id: string; url: string }> => {
      const made = expectAccepted(await own.api.create(newDocument(changes)), 201);
      if (released)
        expectAccepted(await own.api.publish(made.id, { expectedVersion: 1 }, WAIT), 202);
      return made;
    };
    const slugs = ['open', 'draft', 'gone'].map((name) => `${name}-é-${randomUUID()}`);
    const [open, draft, gone] = slugs as [string, string, string];
    await make({ slug: open, title: 'Tea' }, true);
    const unreleased = await make({ slug: draft, title: 'Tea' });
    const links = [`/en/${open}`, `${open}.md#s-a`, `${desk.url}/en/${gone}`, `/en/${draft}/`];
    const elsewhere = ['/en/new', '/tags/tea', '/en/feed.xml', 'https://example.org/en/gone'];
    const content = [...links, ...elsewhere].map((href) => `[a](${href})`).join(' ');
    const { id } = await make({ title: 'Tea', content, slug: `reader-${randomUUID()}` });
    const seen = async () => {
      await expect.poll(async () => (await own.api.read(id)).warnings).not.toBeNull();
      return (await own.api.read(id)).warnings!.map(({ code, excerpt }) => [code, excerpt]);
    };
    const twice = ['title_twice', 'Tea'];
    const dead = links.slice(2).map((href) => ['dead_link', href]);
    expect(await seen()).toEqual([...dead, twice]);
    expectAccepted(await own.api.publish(unreleased.id, { expectedVersion: 1 }, WAIT), 202);
    await operator(databaseUrl, 'redirects', 'add', `/en/${gone}`, unreleased.id);
    expect(await seen()).toEqual([twice]);
    const heir = await make({ slug: `heir-${randomUUID()}` }, true);
    await operator(databaseUrl, 'publications', 'supersede', unreleased.id, heir.id);
    expect(await seen()).toEqual([twice]);
    expect((await own.api.list('?warnings=notice')).body.items).toEqual([]);
    expectAccepted(await own.api.update(id, { expectedVersion: 1, title: 'Coffee' }), 200);
    expect(await seen()).toEqual([]);
    const stranger = await desk.caller();
    const other = expectAccepted(await stranger.api.create(newDocument({ title: 'Tea' })), 201);
    await expect.poll(async () => (await stranger.api.read(other.id)).warnings).toEqual([]);
  });

  it('[16.fields] are also about the fields', async () => {
    const author = { kind: 'ai', name: 'A program' };
    const { id } = await created({ title: 'A\u200bB', author });
    const { warnings } = await indexed(id);
    expect(warnings!.map(({ code, excerpt }) => [code, excerpt])).toEqual([
      ['hidden_text', '[U+200B]'],
      ['no_sources', ''],
    ]);
    expect(warnings![0]!.message).toContain('`title`');
  });

  it('[16.writes] come with a write that waits for them, and are null without a wait and in a replay', async () => {
    expect((await created({ content: FAULTY })).warnings).toBeNull();
    const document = newDocument({ content: FAULTY, title: 'Tea that waits' });
    const key = randomUUID();
    const first = await api.create(document, { key, ...WAIT });
    expect(first.warnings).toHaveLength(3);
    expect(first.headers.get('Preference-Applied')).toBe('wait=20');
    const replay = await api.create(document, { key, ...WAIT });
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expect(replay.warnings).toBeNull();
    expect(replay.headers.has('Preference-Applied')).toBe(false);
    const change = { expectedVersion: 1, content: '[Insert text here]' };
    const { warnings } = await api.update(first.body.id, change, WAIT);
    expect(warnings!.map(({ code }) => code)).toEqual(['placeholder']);
  });

  it('[16.filter] filter lists by their severity, over HTTP, MCP and for operators', async () => {
    const own = await desk.caller();
    const made: string[] = [];
    for (const content of [FAULTY, '[a]()', 'Tea grows.']) {
      made.push(expectAccepted(await own.api.create(newDocument({ content })), 201).id);
    }
    for (const id of made) {
      await expect.poll(async () => (await own.api.read(id)).warnings).not.toBeNull();
    }
    for (const [severity, wanted] of [
      ['error', made[0]],
      ['notice', made[1]],
    ] as const) {
      expect(ids((await own.api.list(`?warnings=${severity}`)).body.items)).toEqual([wanted]);
      expect(ids((await own.api.list(`?warnings=${severity}&q=tea`)).body.items)).toEqual(
        severity === 'error' ? [wanted] : [],
      );
      const words = ['--account', own.accountId, '--warnings', severity];
      const listed = await operator<{ id: string }[]>(
        databaseUrl,
        'publications',
        'list',
        ...words,
      );
      expect(ids(listed)).toEqual([wanted]);
    }
    const someone = await assistant(desk.url, own.key, 'modern');
    const { body } = await someone.call('list_publications', { warnings: 'error' });
    await someone.close();
    expect(ids(body.items)).toEqual([made[0]]);
  });

  it('[16.stored] are stored without text, and removed by an erasure', async () => {
    const { id } = await created({ content: FAULTY });
    await indexed(id);
    const stored = () =>
      sql<{ warnings: unknown }>(
        databaseUrl,
        'SELECT warnings FROM search_entry WHERE publication_id = $1',
        [id],
      );
    const [row] = await stored();
    expect(JSON.stringify(row!.warnings)).not.toMatch(/think>|Insert country|\u200b/);
    await operator(databaseUrl, 'publications', 'erase', id, '--reason', 'A test', '--yes');
    expect(await stored()).toEqual([]);
  });

  it('[16.if-match] do not make If-Match fail when they come after the read', async () => {
    const { id } = await created({ content: FAULTY });
    const before = (await api.read(id)).headers.get('ETag')!;
    await indexed(id);
    const headers = { 'If-Match': before };
    expectAccepted(await api.update(id, { expectedVersion: 1, title: 'B' }, { headers }), 200);
  });
});
