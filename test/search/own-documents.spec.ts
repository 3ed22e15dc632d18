import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { wordsOf } from '../../src/search/search-words.js';
import { SearchModule } from '../../src/search/search.module.js';
import { SearchService } from '../../src/search/search.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';

const ONE = '01997d3c-0000-7000-8000-000000000001';
const OTHER = '01997d3c-0000-7000-8000-000000000002';

let fresh: FreshDatabase;
let context: TestingModule;
let search: SearchService;

beforeAll(async () => {
  fresh = await freshDatabase();
  context = await Test.createTestingModule({
    imports: [DatabaseModule.register(fresh.url, 3), SearchModule],
  }).compile();
  await context.init();
  search = context.get(SearchService);
});

afterAll(async () => {
  await context.close();
  await fresh.drop();
});

interface Sample {
  readonly accountId?: string;
  readonly slug: string;
  readonly title?: string;
  readonly text?: string;
  readonly tags?: readonly string[];
  readonly version?: number;
}

async function put({ accountId = ONE, slug, version = 1, ...named }: Sample): Promise<void> {
  const document = {
    locale: 'en',
    slug,
    title: slug,
    description: '',
    tags: [],
    text: '',
    ...named,
  };
  const words = wordsOf(document);
  const number = slug.length.toString(16).padStart(12, '0');
  const publicationId = `01997d3c-0001-7000-8000-${number}`;
  const written = { words, authorKind: 'ai', publishedAt: new Date('2026-11-21T12:00:00.000Z') };
  await context
    .get(Database)
    .transaction((tx) =>
      search.putWorking(tx, { ...document, ...written, accountId, publicationId, version }),
    );
}

async function slugs(accountId: string, q: string, tag: string | null = null): Promise<string[]> {
  const page = { limit: 20, offset: 0 };
  const { hits } = await search.ownDocuments(accountId, q, { locale: null, tag }, page, ['en']);
  return hits.map(({ slug }) => slug);
}

describe("an account's own documents", () => {
  it('are found by their words, best first, and never those of another account', async () => {
    await put({ slug: 'in-content', text: 'All about the quinces that grow.' });
    await put({ slug: 'in-title', title: 'Quince', tags: ['fruit'] });
    await put({ accountId: OTHER, slug: 'foreign', title: 'Quince', text: 'quince' });
    expect(await slugs(ONE, 'How do quinces grow?')).toEqual(['in-content', 'in-title']);
    expect(await slugs(ONE, 'quince')).toEqual(['in-title', 'in-content']);
    expect(await slugs(ONE, 'quince', 'fruit')).toEqual(['in-title']);
    expect(await slugs(OTHER, 'quince')).toEqual(['foreign']);
    expect(await slugs(OTHER, 'fruit')).toEqual([]);
    expect(await slugs(ONE, '?')).toEqual([]);
  });

  it('are no part of what readers find', async () => {
    await put({ slug: 'unpublished', text: 'a secret kumquat' });
    expect(await slugs(ONE, 'kumquat')).toEqual(['unpublished']);
    const { hits } = await search.find({ q: 'kumquat', locale: null, tag: null, page: 1 });
    expect(hits).toEqual([]);
  });

  it('are found by the newest revision, whichever is indexed last', async () => {
    await put({ slug: 'revised', version: 1, text: 'gooseberry' });
    await put({ slug: 'revised', version: 3, text: 'loganberry' });
    await put({ slug: 'revised', version: 2, text: 'boysenberry' });
    expect(await slugs(ONE, 'gooseberry boysenberry')).toEqual([]);
    expect(await slugs(ONE, 'loganberry')).toEqual(['revised']);
  });

  it('forgives a wrong letter by the titles of the account alone', async () => {
    await put({ accountId: OTHER, slug: 'mistyped', title: 'Archaeopterix' });
    await put({ slug: 'well-typed', title: 'Archaeopteryx' });
    expect(await slugs(ONE, 'archaeopterix')).toEqual(['well-typed']);
    expect(await slugs(OTHER, 'archaeopterix')).toEqual(['mistyped']);
  });
});
