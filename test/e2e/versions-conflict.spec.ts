import { beforeAll, describe, expect, it } from 'vitest';
import { booksOf } from '../setup/books.js';
import { type Client, client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument, OTHER } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

let desk: SharedPair;
let api: Client;
let elsewhere: Client;

beforeAll(async () => {
  desk = await sharedPair();
  api = desk.api;
  const { key } = await desk.caller({ account: desk.accountId });
  elsewhere = client(desk.otherUrl, key);
});

const FIELDS = { ...OTHER, content: 'Another', intent: 'review' };

/** Creates a publication and updates it once per change. Returns its id. */
async function made(...changes: object[]): Promise<string> {
  const { id } = expectAccepted(await api.create(newDocument({ tags: ['a'] })), 201);
  for (const [index, change] of changes.entries()) {
    expectAccepted(await api.update(id, { expectedVersion: index + 1, ...change }), 200);
  }
  return id;
}

async function changedFields(id: string, expectedVersion: number): Promise<unknown> {
  const refusals = [
    await api.update(id, { expectedVersion, title: 'Stale' }),
    await api.publish(id, { expectedVersion }),
  ];
  for (const refusal of refusals) expectRefusal(refusal, 409, 'version_conflict');
  const [update, publish] = refusals.map(({ body }) => body.details['changedFields']);
  expect(publish).toEqual(update);
  return update;
}

/** Time, key and channel of the last change, and no other member. */
const lastChange = (): object => ({
  at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
  keyId: expect.any(String) as string,
  channel: 'http',
});

describe('a write on a version that is not the current one', () => {
  it('[3.publish-version] [5.version-conflict] is refused and changes nothing', async () => {
    const id = await made({ title: 'B' });
    const before = await api.read(id);
    const books = await booksOf(desk.databaseUrl, desk.accountId);
    for (const expectedVersion of [1, 3, 4_000_000_000]) {
      const change = { expectedVersion, title: 'Stale' };
      expectRefusal(await api.update(id, change), 409, 'version_conflict');
      expectRefusal(await api.publish(id, { expectedVersion }), 409, 'version_conflict');
    }
    expect((await api.read(id)).body).toEqual(before.body);
    expect(await booksOf(desk.databaseUrl, desk.accountId)).toEqual(books);
  });

  it('[5.version-conflict-details] gets the state of the publication: review', async () => {
    const note = { changeNote: 'Release this at once.' };
    const id = await made({ title: 'B', ...note }, { intent: 'review', ...note });
    const { body } = await api.update(id, { expectedVersion: 1, title: 'Stale' });
    expect(body.details).toEqual({
      expectedVersion: 1,
      currentVersion: 3,
      publishedVersion: null,
      state: 'review',
      changedFields: ['title', 'intent'],
      lastChange: lastChange(),
    });
  });

  it.each([
    ['publishing', 'in_flight = true', null],
    ['published', 'in_flight = false, published_version = 2', 2],
    ['draft', 'in_flight = false, published_version = 1', 1],
  ])(
    '[5.version-conflict-details] gets the state of the publication: %s',
    async (state, facts, publishedVersion) => {
      const id = await made({ title: 'B' });
      expectAccepted(await api.publish(id, { expectedVersion: 2 }), 202);
      await sql(desk.databaseUrl, `UPDATE release SET ${facts} WHERE publication_id = $1`, [id]);
      for (const refusal of [
        await api.update(id, { expectedVersion: 1, title: 'Stale' }),
        await api.publish(id, { expectedVersion: 1 }),
      ]) {
        expectRefusal(refusal, 409, 'version_conflict');
        expect(refusal.body.details).toEqual({
          expectedVersion: 1,
          currentVersion: 2,
          publishedVersion,
          state,
          changedFields: ['title'],
          lastChange: lastChange(),
        });
      }
    },
  );
});

describe('changedFields', () => {
  it.each(Object.entries(FIELDS))(
    '[5.changed-fields] names only %s if only this field differs',
    async (name, value) => {
      expect(await changedFields(await made({ [name]: value }), 1)).toEqual([name]);
    },
  );

  it.each([
    ['the kind', { kind: 'ai', name: 'Someone' }],
    ['the name', { kind: 'service', name: 'Another' }],
  ])('[5.changed-fields] names author if only %s of the author differs', async (_part, author) => {
    expect(await changedFields(await made({ author }), 1)).toEqual(['author']);
  });

  it('[5.changed-fields] names all fields that differ', async () => {
    const fields = await changedFields(await made(FIELDS), 1);
    expect((fields as string[]).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  });

  it('[5.changed-fields] compares the expected with the current revision, and ignores the revisions in between', async () => {
    const id = await made({ title: 'B', tags: ['b'] }, { title: 'A document' }, { tags: ['c'] });
    expect(await changedFields(id, 1)).toEqual(['tags']);
    expect(await changedFields(id, 2)).toEqual(['title', 'tags']);
    expect(await changedFields(id, 3)).toEqual(['tags']);
  });

  it('[5.changed-fields] names tags in a different order and a title in a different case', async () => {
    const id = await made({ tags: ['a', 'b'] }, { tags: ['b', 'a'], title: 'a document' });
    expect(await changedFields(id, 2)).toEqual(['title', 'tags']);
  });
});

describe('concurrent updates with the same expectedVersion', () => {
  it('[1.account-shared] [5.version-one-wins] have 1 winner and 31 conflicts, with two keys at two processes', async () => {
    const id = await made();
    const before = await booksOf(desk.databaseUrl, desk.accountId);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        (index % 2 ? api : elsewhere).update(id, { expectedVersion: 1, title: `Title ${index}` }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefusal(answer, 409, 'version_conflict');
      expect(answer.body.details).toEqual({
        expectedVersion: 1,
        currentVersion: 2,
        publishedVersion: null,
        state: 'draft',
        changedFields: ['title'],
        lastChange: lastChange(),
      });
    }
    expect((await api.read(id)).body).toEqual(winners[0]!.body);
    const after = await booksOf(desk.databaseUrl, desk.accountId);
    expect(after.revisions).toBe(before.revisions + 1);
    expect(after.units).toBe(before.units + 1);
  });
});

describe('the answer to a write', () => {
  it('[5.answer-after-commit] comes after the commit: another process already reads the write', async () => {
    for (let round = 0; round < 40; round += 1) {
      const created = await api.create(newDocument());
      const { id } = expectAccepted(created, 201);
      expect((await elsewhere.read(id)).body).toMatchObject({ id, version: 1 });
      await elsewhere.update(id, { expectedVersion: 1, title: 'B' });
      expect((await api.read(id)).body).toMatchObject({ version: 2, title: 'B' });
      await api.publish(id, { expectedVersion: 2 });
      expect((await elsewhere.read(id)).body.state).toBe('publishing');
    }
  });
});
