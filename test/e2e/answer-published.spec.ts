import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNRENDERABLE = '>'.repeat(15_000);

const created = async (changes = {}) => expectAccepted(await api.create(newDocument(changes)), 201);

const update = async (id: string, expectedVersion: number, change: object) =>
  expectAccepted(await api.update(id, { expectedVersion, ...change }), 200);

/** Publishes a revision. Waits until the revision is public and indexed, or until its release or indexing fails. */
const published = async (id: string, expectedVersion: number) =>
  expectAccepted(
    await api.publish(id, { expectedVersion }, { headers: { Prefer: 'wait=20' } }),
    202,
  );

const withdraw = (id: string) =>
  operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'A test');

describe('publishedVersion and publishedAt', () => {
  it('[2.published-version] [2.published-at] state which revision is public, and since when', async () => {
    const { id, createdAt, ...draft } = await created();
    expect(draft).toMatchObject({ publishedVersion: null, publishedAt: null });

    const first = await published(id, 1);
    expect(first).toMatchObject({ version: 1, publishedVersion: 1 });
    expect(first.publishedAt).toMatch(INSTANT);
    expect(first.publishedAt! >= createdAt).toBe(true);

    const newer = await update(id, 1, { title: 'B' });
    expect(newer).toMatchObject({ publishedVersion: 1, publishedAt: first.publishedAt });

    await sleep(5);
    const second = await published(id, 2);
    expect(second.publishedVersion).toBe(2);
    expect(second.publishedAt! > first.publishedAt!).toBe(true);

    await withdraw(id);
    const withdrawn = (await api.read(id)).body;
    expect(withdrawn).toMatchObject({ publishedVersion: null, publishedAt: null });
  });
});

describe('publishError', () => {
  it('[2.publish-error-members] [2.times-form] has code, message, version and time of a failed rendering', async () => {
    const { id, publishError } = await created({ content: UNRENDERABLE });
    expect(publishError).toBeNull();
    const failed = await published(id, 1);
    expect(failed.publishError).toEqual({
      code: 'render_failed',
      message: expect.stringMatching(/^[A-Z].+\.$/) as string,
      version: 1,
      failedAt: expect.stringMatching(INSTANT) as string,
    });
    expect(failed.publishError!.failedAt >= failed.updatedAt).toBe(true);
  });

  it('[2.publish-error-cleared] is kept by updates and cleared by the next accepted publish', async () => {
    const { id } = await created({ content: UNRENDERABLE });
    const { publishError } = await published(id, 1);
    expect(await update(id, 1, { content: 'Mended.' })).toMatchObject({ publishError });
    expect((await api.publish(id, { expectedVersion: 1 })).status).toBe(409);
    expect((await api.read(id)).body).toMatchObject({ publishError });
    const publish = await api.publish(id, { expectedVersion: 2 });
    expect(expectAccepted(publish, 202).publishError).toBeNull();
  });
});

describe('url', () => {
  it('[2.url-fixed] [2.version-counts] does not change on update, publish, release or withdrawal; the version changes only on update', async () => {
    const { id, url } = await created();
    const told = [
      await update(id, 1, { title: 'B' }),
      expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202),
      (await api.read(id, { Prefer: 'wait=20' })).body,
    ];
    await withdraw(id);
    told.push((await api.read(id)).body);
    expect(told.map((body) => [body.url, body.version])).toEqual(told.map(() => [url, 2]));
  });

  it('[2.url-404-until-released] answers 404 until a revision is released', async () => {
    const { id, url } = await created({ content: UNRENDERABLE, slug: '공개-문서' });
    const status = async () => (await fetch(url)).status;
    expect(await status()).toBe(404);
    await published(id, 1);
    expect(await status()).toBe(404);
    await update(id, 1, { content: 'Mended.' });
    expect(await status()).toBe(404);
    await published(id, 2);
    expect(await status()).toBe(200);
  });
});

describe('updatedAt', () => {
  it('[2.updated-at-stays] does not change on release, indexing or withdrawal', async () => {
    const { id } = await created();
    const publish = expectAccepted(await api.publish(id, { expectedVersion: 1 }), 202);
    const settled = (await api.read(id, { Prefer: 'wait=20' })).body;
    expect(settled).toMatchObject({ state: 'published', indexStatus: 'ready' });
    expect(settled.updatedAt).toBe(publish.updatedAt);
    await sleep(5);
    await withdraw(id);
    expect((await api.read(id)).body.updatedAt).toBe(publish.updatedAt);
  });
});
