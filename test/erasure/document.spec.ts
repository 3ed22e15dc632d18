import { afterAll, describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { LastingCli } from '../setup/cli.js';
import type { AnswerBody } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { WAIT } from '../setup/document.js';
import { assistant } from '../setup/mcp.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';
import { marked, newMarker, placesOf } from './marker.js';

/** Content that is nested too deeply to be rendered. */
const UNRENDERABLE = `${'>'.repeat(10_000)} `;

const desk = await sharedDesk();
const cli = new LastingCli({ DATABASE_URL: desk.databaseUrl, PUBLIC_BASE_URL: desk.url });
afterAll(() => cli.close());

const erase = (id: string, ...words: string[]): Promise<Readonly<Record<string, unknown>>> =>
  cli.json('publications', 'erase', id, '--reason', 'a court order', ...words);

const view = (id: string, query: string) =>
  desk.api.request('GET', `/api/v1/publications/${id}?${query}`);

/** Returns the addresses of the site that show the title with `marker`. */
async function siteSays(url: string, marker: string): Promise<string[]> {
  const paths = ['/', '/en', `/tags/${marker}`, '/feed.xml', '/en/feed.xml', '/llms.txt'];
  const addresses = [
    ...paths.map((path) => desk.url + path),
    `${desk.url}/search.json?q=${marker}`,
    `${desk.url}/search.json?q=heading`,
    url,
    `${url}.md`,
  ];
  const said = await Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address);
      const text = (await response.text()).replaceAll(address, '').replaceAll(`q=${marker}`, '');
      return { address, found: text.includes(`Title ${marker}`) };
    }),
  );
  return said.filter(({ found }) => found).map(({ address }) => address);
}

describe('publications erase ID', () => {
  const marker = newMarker();
  let document: AnswerBody;
  let preview: string;
  const keys = { create: `create-${marker}`, update: `update-${marker}`, publish: `p-${marker}` };

  /** Makes a document with two releases, two replays, a draft that was sent back and indexed, and a preview. */
  async function written(): Promise<AnswerBody> {
    const { api } = desk;
    const create = () =>
      api.create({ locale: 'en', slug: 'to-be-erased', ...marked(marker) }, { key: keys.create });
    const { id } = expectAccepted(await create(), 201);
    expect((await create()).headers.get('Idempotent-Replayed')).toBe('true');
    const approvedBy = `Approver ${marker}`;
    await api.publish(id, { expectedVersion: 1, approvedBy }, { ...WAIT, key: keys.publish });
    const change = marked(marker, { expectedVersion: 1, content: `Second text ${marker}` });
    const update = () => api.update(id, change, { key: keys.update });
    expectAccepted(await update(), 200);
    expect((await update()).headers.get('Idempotent-Replayed')).toBe('true');
    await api.publish(id, { expectedVersion: 2, approvedBy }, WAIT);
    await api.update(id, marked(marker, { expectedVersion: 2, intent: 'review' }));
    const person = await newPerson(desk, desk.accountId, 'Ada Example');
    const notes = `/desk/${id}/notes`;
    const passage = { quote: `Heading ${marker}`, text: `See ${marker}`, place: 'content' };
    for (const form of [passage, { ...passage, quote: '' }])
      await person.post(notes, { ...(await person.form(notes, notes)), ...form });
    const [, close] = /action="([^"]*\/close)"/.exec((await person.open(`/desk/${id}`)).text)!;
    await person.post(close!, await person.form(`/desk/${id}`, close!));
    const form = await person.form(`/desk/${id}`, `/desk/${id}/send-back`);
    const sent = await person.post(`/desk/${id}/send-back`, { ...form, note: `Why ${marker}` });
    expect(sent.status).toBe(303);
    await expect
      .poll(async () => (await api.list(`?q=${marker}`)).body.items)
      .toMatchObject([{ id, version: 3 }]);
    ({ url: preview } = await previewOf(api, id, 1));
    expect((await fetch(preview)).status).toBe(200);
    await cli.json('redirects', 'add', `/old/${marker}`, id);
    return expectAccepted(await api.read(id, { Prefer: 'wait=20' }), 200);
  }

  it('[10.erase] [15.erase-everywhere] [15.erase-prints] removes the text of the document from every table, and prints the tables', async () => {
    document = await written();
    await expect.poll(() => siteSays(document.url, marker)).toContain(`${desk.url}/en/feed.xml`);
    await sql(desk.databaseUrl, 'ANALYZE');
    const before = expect.poll(() => placesOf(desk.databaseUrl, marker));
    await before.toEqual(
      expect.arrayContaining([
        'accepted_write.idempotency_key',
        'decision.decided_by',
        'decision.note',
        'note.quote',
        'note.text',
        'operator_action.details',
        'redirect.path',
        'released_version.html',
        'released_tag.tag',
        'revision.change_note',
        'revision.content',
        'search_entry.vector',
        'signed_record.jws',
      ]),
    );
    const samples = (await placesOf(desk.databaseUrl, marker)).filter((place) =>
      place.startsWith('sample'),
    );
    expect(samples).toEqual([]);
    const { removed, ...report } = await erase(document.id);
    expect(await placesOf(desk.databaseUrl, marker)).toEqual([]);
    expect(report).toEqual({
      id: document.id,
      version: null,
      reason: 'a court order',
      locale: 'en',
      slug: 'to-be-erased',
      erasedAt: expect.stringMatching(/Z$/) as string,
    });
    expect(removed).toMatchObject({
      accepted_write: 5,
      revision: 3,
      decision: 3,
      note: 2,
      release: 1,
      released_version: 2,
      signed_record: 2,
      page: 1,
      released_tag: 1,
      search_entry: 2,
      redirect: 1,
      operator_action: 1,
    });
    expect((await cli.run('redirects', 'add', '/old/again', document.id)).status).toBe(1);
  });

  it('[15.erased-404] [15.erased-410] makes both interfaces answer 404 for the document, and the site 410', async () => {
    const { id, url } = document;
    const versions = [`${url}@1`, `${url}@2.md`, `${url}@1.jws`, `${url}/versions`];
    for (const address of [url, `${url}.md`, ...versions]) {
      expect([address, (await fetch(address)).status]).toEqual([address, 410]);
    }
    expect(await siteSays(url, marker)).toEqual([]);
    expect((await fetch(preview)).status).toBe(404);
    const { api } = desk;
    for (const query of ['', 'view=history', 'view=changes', 'view=preview', 'revision=1']) {
      expectRefusal(await view(id, query), 404, 'not_found');
    }
    expectRefusal(await api.update(id, { expectedVersion: 3, title: 'A' }), 404, 'not_found');
    expectRefusal(
      await api.update(id, { expectedVersion: 3, restoreVersion: 1 }),
      404,
      'not_found',
    );
    expectRefusal(await api.publish(id, { expectedVersion: 3 }), 404, 'not_found');
    for (const query of ['', `?q=${marker}`, '?slug=to-be-erased', '?unreleased=true']) {
      expect((await api.list(query)).body).toEqual({ items: [], nextCursor: null });
    }
    const host = await assistant(desk.url, desk.key, 'modern');
    expect((await host.call('get_publication', { id })).body).toMatchObject({ code: 'not_found' });
    await host.close();
    const person = await newPerson(desk, desk.accountId);
    expect((await person.open(`/desk/${id}`)).status).toBe(404);
    const queue = await person.open('/desk');
    expect(queue.text).not.toContain(marker);
  });

  it('[15.erased-replay] leaves no answer to replay, and a repeated key writes nothing', async () => {
    const { api } = desk;
    const { id } = document;
    const body = { locale: 'en', slug: 'to-be-erased', ...marked(newMarker()) };
    expectRefusal(await api.create(body, { key: keys.create }), 409, 'path_conflict');
    const change = marked(newMarker(), { expectedVersion: 1 });
    expectRefusal(await api.update(id, change, { key: keys.update }), 404, 'not_found');
    expectRefusal(
      await api.publish(id, { expectedVersion: 1 }, { key: keys.publish }),
      404,
      'not_found',
    );
  });

  it('[15.erase-audit] is in the audit with its reason; earlier entries keep their actions and versions', async () => {
    const audit = await cli.json<Readonly<Record<string, unknown>>[]>(
      'audit',
      'list',
      '--account',
      desk.accountId,
    );
    const of = audit.filter((entry) => entry['publicationId'] === document.id);
    expect(of.map((entry) => entry['action'])).toEqual([
      'create',
      'publish',
      'update',
      'publish',
      'update',
      'send back',
      'redirects add',
      'publications erase',
    ]);
    expect(of[1]).toMatchObject({ version: 1, channel: 'http', approvedBy: null });
    expect(of[5]).toMatchObject({ version: 3, details: { by: null, note: '' } });
    expect(of[7]).toMatchObject({
      accountId: desk.accountId,
      details: { publicationId: document.id, version: null, reason: 'a court order' },
    });
  });

  it('[15.erase-again] removes nothing when it is run again, and reports the first reason', async () => {
    const first = await cli.json('publications', 'erase', document.id, '--reason', 'another one');
    expect(first).toMatchObject({ id: document.id, reason: 'a court order' });
    const { removed } = first as { removed: Readonly<Record<string, number>> };
    expect(Object.values(removed).every((rows) => rows === 0)).toBe(true);
  });

  it('[15.erase-shown] prints a table, and later commands on the document say when and why it was erased', async () => {
    const words = ['publications', 'erase', document.id, '--reason', 'x'];
    const { stdout } = await cli.run(...words, '--yes');
    expect(stdout).toMatch(/│ erased +│ the document +│/);
    expect(stdout).toMatch(/│ revision +│ 0 +│/);
    for (const command of ['show', 'history', 'changes', 'preview']) {
      const ended = await cli.run('publications', command, document.id);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /^imprimatur: Publication \S+ was erased at \S+Z: a court order\n$/,
      );
    }
  });
});

describe('an erasure', () => {
  it('[15.erase-everywhere] [15.erased-draft] leaves no text of a draft whose release failed, and the site answers 404', async () => {
    const marker = newMarker();
    const body = { locale: 'en', slug: 'never-released', ...marked(marker) };
    const failing = { ...body, content: `${UNRENDERABLE}${marker}` };
    const { id, url } = expectAccepted(await desk.api.create(failing), 201);
    const approvedBy = `Approver ${marker}`;
    const failed = await desk.api.publish(id, { expectedVersion: 1, approvedBy }, WAIT);
    expect(failed.body.publishError).toMatchObject({ code: 'render_failed' });
    expect(await placesOf(desk.databaseUrl, marker)).toContain('decision.decided_by');
    await erase(id);
    expect(await placesOf(desk.databaseUrl, marker)).toEqual([]);
    expect((await fetch(url)).status).toBe(404);
    expectRefusal(await desk.api.create(body), 409, 'path_conflict');
  });

  it('[10.erase] is refused for an id without a document', async () => {
    const words = ['publications', 'erase', desk.accountId, '--reason', 'x'];
    expect(await cli.run(...words, '--yes')).toEqual({
      status: 1,
      stdout: '',
      stderr: `imprimatur: There is no publication ${desk.accountId}.\n`,
    });
  });
});
