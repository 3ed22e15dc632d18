import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, SAMPLE, WAIT } from '../setup/document.js';
import { operator } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const MEMBERS = [
  ...Object.keys(SAMPLE),
  ...'locale slug content intent changeNote'.split(' '),
  ...'id version publishedVersion state indexStatus contentLength approvedBy approvedVia returned approvals withdrawn url publishError'.split(
    ' ',
  ),
  ...'createdAt updatedAt publishedAt'.split(' '),
].toSorted();

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const membersOf = (body: object): string[] => Object.keys(body).toSorted();

/** Content that is nested too deeply to be rendered. */
const UNRENDERABLE = '>'.repeat(15_000);

const created = async (changes = {}) => expectAccepted(await api.create(newDocument(changes)), 201);

const updated = async (id: string, expectedVersion: number, change: object) =>
  expectAccepted(await api.update(id, { expectedVersion, ...change }), 200);

/** Publishes a revision. Waits until the revision is public and indexed, or until its release or indexing fails. */
const published = async (id: string, expectedVersion: number) =>
  expectAccepted(await api.publish(id, { expectedVersion }, WAIT), 202);

const withdraw = (id: string) =>
  operator(desk.databaseUrl, 'publications', 'withdraw', id, '--reason', 'A test');

describe('a publication', () => {
  it('[2.answer-members] has all of its members and no others in the answers to create, update, publish and read', async () => {
    const create = await created();
    const update = await updated(create.id, 1, { title: 'B' });
    const publish = expectAccepted(await api.publish(create.id, { expectedVersion: 2 }), 202);
    const read = (await api.read(create.id)).body;
    for (const body of [create, update, publish, read]) expect(membersOf(body)).toEqual(MEMBERS);
  });

  it('[2.id-uuidv7] has a UUIDv7 as its id', async () => {
    const { id, createdAt } = await created();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(Math.abs(milliseconds - Date.parse(createdAt))).toBeLessThan(60_000);
  });

  it('[2.version-counts] has a version that grows with each accepted update, even if nothing differs', async () => {
    const { id, version } = await created({ title: 'The same' });
    expect(version).toBe(1);
    for (const expectedVersion of [1, 2, 3]) {
      const { version: next } = await updated(id, expectedVersion, { title: 'The same' });
      expect(next).toBe(expectedVersion + 1);
    }
  });
});

describe('url', () => {
  it.each([
    ['en-us', 'hello-world', 'en-US/hello-world'],
    ['ko', '문서-게시', 'ko/%EB%AC%B8%EC%84%9C-%EA%B2%8C%EC%8B%9C'],
    ['zh-Hans', 'ﬁn', 'zh-Hans/fin'],
    ['en', 'a_b', 'en/a_b'],
  ])('[2.url-form] is the public address of (%s, %s)', async (locale, slug, path) => {
    expect((await created({ locale, slug })).url).toBe(`${desk.url}/${path}`);
  });

  it('[2.url-404-until-released] answers 404 until a revision is released', async () => {
    const { id, url } = await created({ content: UNRENDERABLE, slug: '공개-문서' });
    const status = async () => (await fetch(url)).status;
    expect(await status()).toBe(404);
    await published(id, 1);
    expect(await status()).toBe(404);
    await updated(id, 1, { content: 'Mended.' });
    expect(await status()).toBe(404);
    await published(id, 2);
    expect(await status()).toBe(200);
  });

  it('[2.url-fixed] [2.version-counts] [2.updated-at-stays] is the same after an update, a publish, its release and a withdrawal; the version counts the updates, and updatedAt is the time of the last write', async () => {
    const { id, url } = await created();
    const told = [
      await updated(id, 1, { title: 'B' }),
      expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202),
      (await api.read(id, WAIT.headers)).body,
    ];
    const [, publish, settled] = told;
    expect(settled).toMatchObject({ state: 'published', indexStatus: 'ready' });
    await sleep(5);
    await withdraw(id);
    told.push((await api.read(id)).body);
    expect(told.map((body) => [body.url, body.version])).toEqual(told.map(() => [url, 2]));
    const { updatedAt } = publish!;
    expect(told.slice(1).map((body) => body.updatedAt)).toEqual(Array(3).fill(updatedAt));
  });
});

describe('the times of a publication', () => {
  it('[2.published-version] [2.published-at] [2.times-form] say which revision is public, and since when', async () => {
    const { id, createdAt, updatedAt, ...draft } = await created();
    expect(draft).toMatchObject({ publishedVersion: null, publishedAt: null });

    const first = await published(id, 1);
    expect(first).toMatchObject({ version: 1, publishedVersion: 1 });
    for (const time of [createdAt, updatedAt, first.publishedAt]) expect(time).toMatch(INSTANT);
    expect(first.publishedAt! >= createdAt).toBe(true);

    const newer = await updated(id, 1, { title: 'B' });
    expect(newer).toMatchObject({ publishedVersion: 1, publishedAt: first.publishedAt });

    await sleep(5);
    const second = await published(id, 2);
    expect(second.publishedVersion).toBe(2);
    expect(second.publishedAt! > first.publishedAt!).toBe(true);

    await withdraw(id);
    const withdrawn = (await api.read(id)).body;
    expect(withdrawn).toMatchObject({ publishedVersion: null, publishedAt: null });
  });

  it('[2.updated-at-moves] become later with every accepted write: updatedAt', async () => {
    const create = await created();
    expect(create.updatedAt).toBe(create.createdAt);
    await sleep(5);
    const update = (await api.update(create.id, { expectedVersion: 1, title: 'B' })).body;
    await sleep(5);
    const publish = (await api.publish(create.id, { expectedVersion: 2 })).body;
    const instants = [create.updatedAt, update.updatedAt, publish.updatedAt];
    expect(instants).toEqual([...new Set(instants)].toSorted());
    expect(publish.createdAt).toBe(create.createdAt);
  });
});
