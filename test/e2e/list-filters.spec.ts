import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { sql } from '../setup/sql.js';

/** SQL assignments that bring a release row into each condition. */
const STANDING = {
  publishing: `in_flight = true`,
  pending: `in_flight = false, published_version = 1`,
  ready: `in_flight = false, published_version = 1, indexed_version = 1`,
  withdrawn: `in_flight = false`,
};

/** Number of rounds of requests. After this many rounds, every connection has prepared every statement. */
const EVERY_CONNECTION = 30;

let desk: SharedPair;
let api: Client;
let sibling: Client;

/**
 * Creates a document. With `standing`, the document is published, and its release row gets the assignments of
 * `STANDING`. With `edited`, the document gets a version 2.
 */
async function document(
  slug: string,
  fields: object,
  { standing, edited = false }: { standing?: keyof typeof STANDING; edited?: boolean } = {},
): Promise<void> {
  const { body } = await api.create(newDocument({ slug, ...fields }));
  if (standing) {
    await api.publish(body.id, { expectedVersion: 1 });
    const text = `UPDATE release SET ${STANDING[standing]}, due_at = NULL WHERE publication_id = $1`;
    await sql(desk.databaseUrl, text, [body.id]);
  }
  if (edited) await api.update(body.id, { expectedVersion: 1, ...fields, title: 'Edited' });
}

beforeAll(async () => {
  desk = await sharedPair();
  [{ api }, { api: sibling }] = await Promise.all([desk.caller(), desk.caller()]);
  await document('plain', { tags: ['news', 'desk'] });
  await document('offered', { intent: 'review', locale: 'ko', tags: ['desk'] });
  await document('sent', { tags: ['news'] }, { standing: 'publishing' });
  await document('fresh', { locale: 'ko', tags: ['news'] }, { standing: 'pending' });
  await document('out', { locale: 'pt-BR' }, { standing: 'ready' });
  await document('out-edited', {}, { standing: 'ready', edited: true });
  await document('fresh-offered', { intent: 'review' }, { standing: 'pending', edited: true });
  await document('taken-down', {}, { standing: 'withdrawn' });
  await document('plain', { locale: 'ko' });
  // No list of `api` may contain this document of another account.
  await sibling.create(newDocument({ slug: 'of-another-account', tags: ['news'] }));
});

async function found(query: string): Promise<string[]> {
  const { status, body } = await api.list(query);
  expect(status).toBe(200);
  return body.items.map(({ locale, slug }) => `${locale}/${slug}`);
}

describe('the list under a filter on a derived state', () => {
  it.each([
    ['state=draft', ['ko/plain', 'en/taken-down', 'en/out-edited', 'en/plain']],
    ['state=review', ['en/fresh-offered', 'ko/offered']],
    ['state=publishing', ['en/sent']],
    ['state=published', ['pt-BR/out', 'ko/fresh']],
    [
      'indexStatus=not_published',
      ['ko/plain', 'en/taken-down', 'en/sent', 'ko/offered', 'en/plain'],
    ],
    ['indexStatus=pending', ['en/fresh-offered', 'ko/fresh']],
    ['indexStatus=ready', ['en/out-edited', 'pt-BR/out']],
    ['state=published&indexStatus=ready', ['pt-BR/out']],
    ['state=draft&indexStatus=ready', ['en/out-edited']],
    ['state=publishing&indexStatus=ready', []],
  ])('[4.list-filter-derived] has exactly the matching documents: %s', async (filter, slugs) => {
    expect(await found(`?${filter}`)).toEqual(slugs);
  });
});

describe('the list under a filter on decisions', () => {
  it('[4.list-filter-decided] has, with unreleased=true, the documents whose working revision is not public', async () => {
    const all = await found('?limit=100');
    const released = new Set(['pt-BR/out', 'ko/fresh']);
    expect(await found('?unreleased=true&limit=100')).toEqual(
      all.filter((path) => !released.has(path)),
    );
    expect(await found('?unreleased=false&limit=100')).toEqual(all);
    expect(await found('?unreleased=true&locale=pt-BR')).toEqual([]);
  });

  it('[4.list-filter-decided] has, with returned=true, the documents whose working revision was sent back', async () => {
    const { body } = await api.create(newDocument({ slug: 'sent-back', intent: 'review' }));
    const text = `
      INSERT INTO decision (id, publication_id, version, account_id, outcome, note, decided_by, via, channel, request_id)
      SELECT gen_random_uuid(), id, 1, account_id, 'returned', 'More figures.', 'Ada Example', 'desk', 'desk', 'r'
      FROM publication WHERE id = $1`;
    await sql(desk.databaseUrl, text, [body.id]);
    expect(await found('?returned=true')).toEqual(['en/sent-back']);
    await api.update(body.id, { expectedVersion: 1, title: 'Figures' });
    expect(await found('?returned=true')).toEqual([]);
  });
});

describe('the total of a list', () => {
  it('[4.list-total] is the number of documents that match the filters, on every page', async () => {
    const { body: whole } = await api.list('?limit=100&count=true');
    expect(whole.total).toBe(whole.items.length);
    for (const count of ['', '&count=false']) {
      expect((await api.list(`?limit=1${count}`)).body).not.toHaveProperty('total');
    }
    for (const filter of ['tag=news', 'unreleased=true', 'locale=ko', 'state=draft', 'slug=none']) {
      const { body: all } = await api.list(`?limit=100&${filter}`);
      const { body: first } = await api.list(`?limit=1&count=true&${filter}`);
      expect([filter, first.total]).toEqual([filter, all.items.length]);
      if (first.nextCursor === null) continue;
      const { body: next } = await api.list(
        `?limit=1&count=true&${filter}&cursor=${first.nextCursor}`,
      );
      expect([filter, next.total]).toEqual([filter, all.items.length]);
    }
  });

  it('[4.list-total] is exact up to 1,000, and null above', async () => {
    const { api: many } = await desk.caller();
    const { body } = await many.create(newDocument());
    const copies = (from: number, to: number) => `
      WITH made AS (
        INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
        SELECT gen_random_uuid(), account_id, locale, slug || '-' || n, 1, created_at, updated_at
        FROM publication, generate_series(${from}, ${to}) AS n WHERE id = '${body.id}' RETURNING id)
      INSERT INTO revision
      SELECT (jsonb_populate_record(revision, jsonb_build_object(
               'publication_id', made.id, 'document', document || '{"tags": ["some"]}'))).*
      FROM made, revision WHERE publication_id = '${body.id}'`;
    await sql(desk.databaseUrl, copies(2, 1_000));
    expect((await many.list('?limit=1&count=true')).body.total).toBe(1_000);
    expect((await many.list('?limit=1&count=true&tag=some')).body.total).toBe(999);
    await sql(desk.databaseUrl, copies(1_001, 1_002));
    expect((await many.list('?limit=1&count=true')).body.total).toBeNull();
    expect((await many.list('?limit=1&count=true&tag=some')).body.total).toBeNull();
  });
});

describe('the list under a filter on a field', () => {
  it.each([
    ['locale=ko', ['ko/plain', 'ko/fresh', 'ko/offered']],
    ['locale=pt-br', ['pt-BR/out']],
    ['locale=de', []],
    ['slug=plain', ['ko/plain', 'en/plain']],
    ['slug=plai', []],
    ['slug=of-another-account', []],
    ['tag=news', ['ko/fresh', 'en/sent', 'en/plain']],
    ['tag=new', []],
    ['tag=%20desk%20', ['ko/offered', 'en/plain']],
    ['locale=ko&slug=plain', ['ko/plain']],
    ['locale=ko&tag=news', ['ko/fresh']],
    ['slug=plain&tag=desk', ['en/plain']],
    ['locale=en&slug=plain&tag=news', ['en/plain']],
    ['locale=ko&slug=plain&tag=news', []],
    ['tag=news&state=published&indexStatus=pending', ['ko/fresh']],
  ])(
    '[1.account-owns] [4.list-filter-fields] has exactly the matching documents of the account: %s',
    async (filter, slugs) => {
      expect(await found(`?${filter}`)).toEqual(slugs);
    },
  );

  it('[4.list-filter-fields] uses the tags of the working revision', async () => {
    const { body } = await api.create(newDocument({ slug: 'moved', tags: ['before'] }));
    await api.update(body.id, { expectedVersion: 1, tags: ['after'] });
    expect(await found('?tag=before')).toEqual([]);
    expect(await found('?tag=after')).toEqual(['en/moved']);
  });

  it('[4.list-filter-fields] [4.list-filter-decided] combines all filters, with and without a search', async () => {
    const all =
      '?state=draft&indexStatus=not_published&locale=en&slug=plain&tag=news&unreleased=true&sort=-createdAt';
    for (let each = 0; each < EVERY_CONNECTION; each += 1) {
      const pages = [all, `${all}&returned=true`, `${all}&q=text`, `${all}&returned=true&q=text`];
      const answers = await Promise.all(pages.map((query) => api.list(query)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(answers.slice(0, 2).map(({ body }) => body.items.length)).toEqual([1, 0]);
    }
  });
});
