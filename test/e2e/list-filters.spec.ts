import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../setup/client.js';
import { type SharedPair, sharedPair } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectRefusal } from '../setup/refusal.js';
import { sql } from '../setup/sql.js';

/** What of the release of a document is set, beyond that it was asked for. */
const STANDING = {
  publishing: `in_flight = true`,
  pending: `in_flight = false, published_version = 1`,
  ready: `in_flight = false, published_version = 1, indexed_version = 1`,
  withdrawn: `in_flight = false`,
};

let desk: SharedPair;
let api: Client;
let sibling: Client;

/** Makes a document; `standing` needs its release, `edited` gives it a second version. */
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
  // Nothing of another account is ever in the list.
  await sibling.create(newDocument({ tags: ['news'] }));
});

async function found(query: string): Promise<string[]> {
  const { status, body } = await api.list(query);
  expect(status).toBe(200);
  return body.items.map(({ locale, slug }) => `${locale}/${slug}`);
}

describe('the list under a filter on what is derived', () => {
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
  ])('[4.list-filter-derived] %s', async (filter, slugs) => {
    expect(await found(`?${filter}`)).toEqual(slugs);
  });

  it('[4.list-filter-derived] says of each item what was asked for', async () => {
    for (const state of ['draft', 'review', 'publishing', 'published']) {
      const { body } = await api.list(`?state=${state}`);
      expect(new Set(body.items.map((item) => item.state))).toEqual(new Set([state]));
    }
    for (const indexStatus of ['not_published', 'pending', 'ready']) {
      const { body } = await api.list(`?indexStatus=${indexStatus}`);
      expect(new Set(body.items.map((item) => item.indexStatus))).toEqual(new Set([indexStatus]));
    }
  });
});

describe('the list under a filter on a field', () => {
  it.each([
    ['locale=ko', ['ko/plain', 'ko/fresh', 'ko/offered']],
    ['locale=pt-br', ['pt-BR/out']],
    ['locale=de', []],
    ['slug=plain', ['ko/plain', 'en/plain']],
    ['slug=plai', []],
    ['tag=news', ['ko/fresh', 'en/sent', 'en/plain']],
    ['tag=new', []],
    ['tag=%20desk%20', ['ko/offered', 'en/plain']],
    ['locale=ko&slug=plain', ['ko/plain']],
    ['locale=ko&tag=news', ['ko/fresh']],
    ['slug=plain&tag=desk', ['en/plain']],
    ['locale=en&slug=plain&tag=news', ['en/plain']],
    ['locale=ko&slug=plain&tag=news', []],
    ['tag=news&state=published&indexStatus=pending', ['ko/fresh']],
  ])('[4.list-filter-fields] %s', async (filter, slugs) => {
    expect(await found(`?${filter}`)).toEqual(slugs);
  });

  it('[4.list-filter-fields] looks at the tags of the working revision', async () => {
    const { body } = await api.create(newDocument({ slug: 'moved', tags: ['before'] }));
    await api.update(body.id, { expectedVersion: 1, tags: ['after'] });
    expect(await found('?tag=before')).toEqual([]);
    expect(await found('?tag=after')).toEqual(['en/moved']);
  });

  it('[4.list-filter-fields] holds on every page', async () => {
    const first = await api.list('?tag=news&limit=2');
    const rest = await api.list(`?tag=news&limit=2&cursor=${first.body.nextCursor}`);
    const slugs = [...first.body.items, ...rest.body.items].map(({ slug }) => slug);
    expect(slugs).toEqual(['fresh', 'sent', 'plain']);
    expect(rest.body.nextCursor).toBeNull();
  });
});

describe('a query parameter that is not valid', () => {
  it.each([
    ['state', 'state=deleted'],
    ['state', 'state='],
    ['state', 'state=draft&state=review'],
    ['indexStatus', 'indexStatus=READY'],
    ['locale', 'locale=english'],
    ['slug', 'slug=Two%20Words'],
    ['tag', `tag=${'x'.repeat(51)}`],
    ['sort', 'sort=title'],
    ['colour', 'colour=red'],
    ['index_status', 'index_status=ready'],
  ])('is refused by name: %s in ?%s', async (field, query) => {
    const answer = await api.list(`?${query}`);
    expectRefusal(answer, 400, 'invalid_request');
    expect(answer.body.details.errors.map((error) => error.field)).toEqual([field]);
  });
});
