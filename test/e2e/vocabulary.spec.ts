import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();

const WRITE = { expectedVersion: 1 };

describe('an account', () => {
  it('[1.account-owns] lists its own publications and no others', async () => {
    const [one, other] = await Promise.all([desk.caller(), desk.caller()]);
    const ours = expectAccepted(await one.api.create(newDocument()), 201);
    const theirs = expectAccepted(await other.api.create(newDocument({ tags: ['t'] })), 201);
    const ids = async (api: typeof one.api, query = '') =>
      (await api.list(query)).body.items.map(({ id }) => id);
    expect(await ids(one.api)).toEqual([ours.id]);
    expect(await ids(other.api)).toEqual([theirs.id]);
    expect(await ids(one.api, `?slug=${theirs.slug}`)).toEqual([]);
    expect(await ids(one.api, '?tag=t')).toEqual([]);
  });

  it('[1.account-shared] has the same publications and quota for every one of its keys', async () => {
    const one = await desk.caller();
    const other = await desk.caller({ account: one.accountId });
    const { id } = expectAccepted(await one.api.create(newDocument()), 201);
    expectAccepted(await other.api.update(id, { ...WRITE, title: 'B' }), 200);
    expect((await one.api.read(id)).body).toMatchObject({ version: 2, title: 'B' });
    expect((await one.api.usage()).body).toMatchObject({ accountId: one.accountId, used: 2 });
    expect((await other.api.usage()).body).toEqual((await one.api.usage()).body);
  });
});

describe('a publisher key', () => {
  it('[1.key-own-scopes] may do what it was issued for, whatever another of the account may', async () => {
    const { api, accountId: account } = await desk.caller({ scopes: ['write'] });
    const reader = await desk.caller({ account, scopes: ['read'] });
    const publisher = await desk.caller({ account, scopes: ['publish'] });
    const { id } = expectAccepted(await api.create(newDocument()), 201);

    expectRefusal(await api.read(id), 403, 'insufficient_scope');
    expectRefusal(await api.publish(id, WRITE), 403, 'insufficient_scope');
    expect((await reader.api.read(id)).status).toBe(200);
    expectRefusal(await reader.api.create(newDocument()), 403, 'insufficient_scope');
    expectRefusal(await reader.api.publish(id, WRITE), 403, 'insufficient_scope');
    expectRefusal(await publisher.api.read(id), 403, 'insufficient_scope');
    expectRefusal(await publisher.api.update(id, WRITE), 403, 'insufficient_scope');
    expectAccepted(await publisher.api.publish(id, WRITE), 202);
  });
});

describe('an accepted write', () => {
  it('[1.write-kinds] is a create, an update or a publish, and counts as one', async () => {
    const { api } = await desk.caller();
    const used = async () => (await api.usage()).body.used;
    expect(await used()).toBe(0);
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    expect(await used()).toBe(1);
    expectAccepted(await api.update(id, { ...WRITE, title: 'B' }), 200);
    expect(await used()).toBe(2);
    expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202);
    expect(await used()).toBe(3);
  });
});

describe('a release', () => {
  it('[1.release-asynchronous] follows its publish, and its indexing follows it', async () => {
    const { api } = desk;
    const { id, url } = expectAccepted(
      await api.create(newDocument({ title: 'Capybaras', content: 'word '.repeat(20_000) })),
      201,
    );
    expect((await fetch(url)).status).toBe(404);
    const publish = expectAccepted(await api.publish(id, WRITE), 202);
    expect(publish).toMatchObject({
      state: 'publishing',
      publishedVersion: null,
      indexStatus: 'not_published',
    });
    const settled = (await api.read(id, { Prefer: 'wait=20' })).body;
    expect(settled).toMatchObject({
      state: 'published',
      publishedVersion: 1,
      indexStatus: 'ready',
    });
    expect((await fetch(url)).status).toBe(200);
    expect(await (await fetch(`${desk.url}/search?q=capybaras`)).text()).toContain(
      new URL(url).pathname,
    );
  });
});
