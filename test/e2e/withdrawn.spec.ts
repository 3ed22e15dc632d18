import { beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../desk/person.js';
import { assistant } from '../setup/mcp.js';
import { sharedDesk, sharedPair, type SharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { released } from '../setup/released.js';

const withdraw = ({ databaseUrl }: SharedDesk, id: string): Promise<object> =>
  operator(databaseUrl, 'publications', 'withdraw', id, '--reason', 'a secret reason');

const AT = { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string };

describe('a withdrawn document', () => {
  let desk: SharedDesk;
  beforeAll(async () => {
    desk = await sharedDesk();
  });

  it('[2.withdrawn] says when it was withdrawn, and not why, in every answer of the HTTP API', async () => {
    const { id, withdrawn, slug } = await released(desk.api);
    expect(withdrawn).toBeNull();
    await withdraw(desk, id);
    const read = await desk.api.read(id);
    expect(read.body.withdrawn).toEqual(AT);
    const told = read.body.withdrawn;
    const list = await desk.api.list(`?slug=${slug}`);
    expect(list.body.items).toMatchObject([{ id, withdrawn: told }]);
    const history = await desk.api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(history.body).toMatchObject({ withdrawn: told, history: [{ withdrawn: told }] });
    const update = await desk.api.update(id, { expectedVersion: 1, title: 'B' });
    expect(expectAccepted(update, 200).withdrawn).toEqual(told);
    for (const { text } of [read, list, history, update]) expect(text).not.toContain('secret');
  });

  it.each(['legacy', 'modern'] as const)(
    '[2.withdrawn] says so in every answer of the MCP interface (%s)',
    async (era) => {
      const { id, slug } = await released(desk.api);
      await withdraw(desk, id);
      const someone = await assistant(desk.url, desk.key, era);
      const told = (await someone.call('get_publication', { id })).body.withdrawn;
      expect(told).toEqual(AT);
      const list = await someone.call('list_publications', { slug });
      expect(list.body.items).toMatchObject([{ id, withdrawn: told }]);
      const history = await someone.call('get_publication', { id, view: 'history' });
      expect(history.body).toMatchObject({ withdrawn: told, history: [{ withdrawn: told }] });
      const update = { id, expectedVersion: 1, title: 'B', idempotencyKey: crypto.randomUUID() };
      expect((await someone.call('update_publication', update)).body.withdrawn).toEqual(told);
      await someone.close();
    },
  );

  it('[9.preview-withdrawn] [13.document] has previews and a desk page that say so', async () => {
    const { id } = await released(desk.api);
    const view = await desk.api.request('GET', `/api/v1/publications/${id}?view=preview`);
    const { url } = (view.body as unknown as { preview: { url: string } }).preview;
    const person = await newPerson(desk, desk.accountId);
    expect(await (await fetch(url)).text()).toContain('Revision 1 is public.');
    await withdraw(desk, id);
    for (const address of [url, `${url}/changes`]) {
      expect(await (await fetch(address)).text()).toContain(
        'an operator withdrew the document on 20',
      );
    }
    expect((await person.open(`/desk/${id}`)).text).toContain(
      'An operator withdrew the document (',
    );
  });

  it('[2.withdrawn] is no longer withdrawn when a revision is public again, but its history keeps the earlier revision', async () => {
    const { id } = await released(desk.api);
    await withdraw(desk, id);
    await desk.api.update(id, { expectedVersion: 1, title: 'B' });
    const publish = { expectedVersion: 2 };
    const wait = { headers: { Prefer: 'wait=30' } };
    const again = expectAccepted(await desk.api.publish(id, publish, wait), 202);
    expect(again).toMatchObject({ state: 'published', withdrawn: null });
    const history = await desk.api.request('GET', `/api/v1/publications/${id}?view=history`);
    expect(history.body).toMatchObject({
      history: [
        { version: 2, withdrawn: null },
        { version: 1, withdrawn: AT },
      ],
    });
  });

  it('[2.withdrawn] is withdrawn too if only its first release was cancelled', async () => {
    const pair = await sharedPair();
    const { id } = expectAccepted(await pair.api.create(newDocument()), 201);
    expectAccepted(await pair.api.publish(id, { expectedVersion: 1 }), 202);
    await withdraw(pair, id);
    const { body } = await pair.api.read(id);
    expect(body).toMatchObject({ state: 'draft', publishedVersion: null, withdrawn: AT });
  });
});
