import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { assistant } from '../setup/mcp.js';
import { sharedDesk, sharedPair, type SharedDesk } from '../setup/desk.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { previewOf } from '../setup/preview.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { released } from '../setup/released.js';
import { sql } from '../setup/sql.js';

const desk = await sharedDesk();

const withdraw = (id: string, { databaseUrl }: SharedDesk = desk): Promise<object> =>
  operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a secret reason');

const AT = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string };

describe('a withdrawn document', () => {
  it('[10.withdraw] [3.withdrawn] [3.withdrawn-released-again] has no page and no search entry until it is published again; the audit has the reason', async () => {
    const wish = { title: 'Numbat', intent: 'review' };
    const { id, url, locale, slug } = await released(desk.api, wish);
    expect(await withdraw(id)).toEqual({ id, locale, slug, places: [] });
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'review',
      publishedVersion: null,
      publishedAt: null,
      indexStatus: 'not_published',
    });
    for (const address of [url, `${url}.md`]) expect((await fetch(address)).status).toBe(410);
    const found = await fetch(`${desk.url}/search.json?q=numbat`);
    expect(await found.json()).toMatchObject({ total: 0, hits: [] });
    const actions = await sql(
      desk.databaseUrl,
      `SELECT account_id AS account, details FROM operator_action
        WHERE action = 'publications withdraw' AND details ->> 'publicationId' = $1`,
      [id],
    );
    const details = { publicationId: id, locale, slug, reason: 'a secret reason' };
    expect(actions).toEqual([{ account: desk.accountId, details }]);
    const again = expectAccepted(
      await desk.api.publish(id, { expectedVersion: 1 }, LONG_WAIT),
      202,
    );
    expect(again).toMatchObject({ state: 'published', indexStatus: 'ready' });
    expect((await fetch(url)).status).toBe(200);
  });

  it('[2.withdrawn] says when it was withdrawn, and not why, in every answer at both interfaces, until a revision is public again; its history keeps it', async () => {
    const { id, withdrawn, slug } = await released(desk.api);
    expect(withdrawn).toBeNull();
    await withdraw(id);
    const read = await desk.api.read(id);
    expect(read.body.withdrawn).toEqual(AT);
    const told = read.body.withdrawn;
    const list = await desk.api.list(`?slug=${slug}`);
    expect(list.body.items).toMatchObject([{ id, withdrawn: told }]);
    const history = () => desk.api.request('GET', `/api/v1/publications/${id}?view=history`);
    const one = await history();
    expect(one.body).toMatchObject({ withdrawn: told, history: [{ withdrawn: told }] });
    const update = await desk.api.update(id, { expectedVersion: 1, title: 'B' });
    expect(expectAccepted(update, 200).withdrawn).toEqual(told);
    for (const { text } of [read, list, one, update]) expect(text).not.toContain('secret');

    const revisions = [{ version: 1, withdrawn: told }];
    for (const era of ['legacy', 'modern'] as const) {
      const expectedVersion = revisions.unshift({ version: revisions.length + 1, withdrawn: null });
      const someone = await assistant(desk.url, desk.key, era);
      const call = async (tool: string, args: object) => (await someone.call(tool, args)).body;
      expect((await call('get_publication', { id })).withdrawn).toEqual(told);
      const { items } = await call('list_publications', { slug });
      expect(items).toMatchObject([{ id, withdrawn: told }]);
      const seen = await call('get_publication', { id, view: 'history' });
      expect(seen).toMatchObject({ withdrawn: told, history: revisions });
      const change = { id, expectedVersion, title: era, idempotencyKey: randomUUID() };
      expect((await call('update_publication', change)).withdrawn).toEqual(told);
      await someone.close();
    }
    const publish = await desk.api.publish(id, { expectedVersion: 4 }, LONG_WAIT);
    expect(expectAccepted(publish, 202)).toMatchObject({ state: 'published', withdrawn: null });
    revisions.unshift({ version: 4, withdrawn: null });
    expect((await history()).body).toMatchObject({ history: revisions });
  });

  it('[9.preview-withdrawn] [13.document] has previews and a desk page that say so', async () => {
    const { id } = await released(desk.api);
    const { url } = await previewOf(desk.api, id);
    const person = await newPerson(desk, desk.accountId);
    expect(await (await fetch(url)).text()).toContain('Revision 1 is public.');
    await withdraw(id);
    for (const address of [url, `${url}/changes`]) {
      expect(await (await fetch(address)).text()).toContain(
        'an operator withdrew the document on 20',
      );
    }
    expect((await person.open(`/desk/${id}`)).text).toContain(
      'An operator withdrew the document (',
    );
  });

  it('[2.withdrawn] is withdrawn too if only its first release was cancelled', async () => {
    const pair = await sharedPair();
    const { id } = expectAccepted(await pair.api.create(newDocument()), 201);
    expectAccepted(await pair.api.publish(id, { expectedVersion: 1 }), 202);
    await withdraw(id, pair);
    const { body } = await pair.api.read(id);
    expect(body).toMatchObject({ state: 'draft', publishedVersion: null, withdrawn: AT });
  });

  it('[3.withdrawn-told] is made public neither by a repeated publish nor by one whose If-Match names the state before', async () => {
    const { id, url } = expectAccepted(await desk.api.create(newDocument()), 201);
    const publish = () => desk.api.publish(id, { expectedVersion: 1 }, { key: id, ...LONG_WAIT });
    expectAccepted(await publish(), 202);
    const before = (await desk.api.read(id)).headers.get('ETag')!;
    await withdraw(id);
    const again = await publish();
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([202, 'true']);
    const headers = { 'If-Match': before };
    const stale = await desk.api.publish(id, { expectedVersion: 1 }, { headers });
    expectRefusal(stale, 412, 'precondition_failed');
    expect((await desk.api.read(id)).body).toMatchObject({
      state: 'draft',
      publishedVersion: null,
    });
    expect((await fetch(url)).status).toBe(410);
  });
});

it('[10.withdraw] a withdrawal is refused if there is nothing to withdraw', async () => {
  const { id } = expectAccepted(await desk.api.create(newDocument()), 201);
  await expect(withdraw(id)).rejects.toThrow(/ ended 1: imprimatur: .*neither public.*\n$/);
});
