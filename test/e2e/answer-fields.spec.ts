import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument, SAMPLE } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

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

const created = async (changes = {}) => expectAccepted(await api.create(newDocument(changes)), 201);

describe('a publication', () => {
  it('[2.answer-members] has all of its members and no others in the answers to create, update, publish and read', async () => {
    const create = await created();
    const update = expectAccepted(
      await api.update(create.id, { expectedVersion: 1, title: 'B' }),
      200,
    );
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

  it('[2.version-counts] has a version that grows with each accepted update, but not with a refused update', async () => {
    const { id, version } = await created();
    expect(version).toBe(1);
    for (const expectedVersion of [1, 2, 3]) {
      const update = await api.update(id, { expectedVersion, title: 'The same' });
      expect(expectAccepted(update, 200).version).toBe(expectedVersion + 1);
    }
    expectRefusal(
      await api.update(id, { expectedVersion: 1, title: 'B' }),
      409,
      'version_conflict',
    );
    expect((await api.read(id)).body.version).toBe(4);
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
});

describe('the times of a publication', () => {
  it('[2.times-form] are RFC 3339 in UTC with milliseconds: createdAt and updatedAt', async () => {
    const { createdAt, updatedAt, publishedAt } = await created();
    expect(createdAt).toMatch(INSTANT);
    expect(updatedAt).toMatch(INSTANT);
    expect(publishedAt).toBeNull();
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

  it('[2.updated-at-stays] are not changed by replays and refusals: updatedAt', async () => {
    const { id, slug } = await created();
    const write = { key: 'the-same' };
    const body = { expectedVersion: 1, title: 'B' };
    const { updatedAt } = (await api.update(id, body, write)).body;
    await sleep(5);
    const replay = await api.update(id, body, write);
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expectRefusal(
      await api.update(id, { expectedVersion: 1, title: 'C' }),
      409,
      'version_conflict',
    );
    expectRefusal(await api.update(id, { expectedVersion: 2, slug: 'c' }), 422, 'immutable_field');
    expectRefusal(await api.update(id, { expectedVersion: 2 }), 422, 'validation_failed');
    expectRefusal(await api.publish(id, { expectedVersion: 1 }), 409, 'version_conflict');
    expectRefusal(await api.create(newDocument({ slug })), 409, 'path_conflict');
    expect((await api.read(id)).body.updatedAt).toBe(updatedAt);
  });
});
