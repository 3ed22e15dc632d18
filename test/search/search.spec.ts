import { Test, type TestingModule } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { wordsOf } from '../../src/search/search-words.js';
import { SearchModule } from '../../src/search/search.module.js';
import { SearchService } from '../../src/search/search.service.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';

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
  readonly locale?: string;
  readonly slug: string;
  readonly title?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly text?: string;
  readonly publishedAt?: Date;
}

const NOON = new Date('2026-11-21T12:00:00.000Z');

function put({ locale = 'en', slug, publishedAt = NOON, ...named }: Sample): Promise<void> {
  const document = { locale, title: slug, description: '', tags: [], text: '', ...named };
  return context.get(Database).transaction((tx) =>
    search.put(tx, {
      locale,
      slug,
      title: document.title,
      description: document.description,
      body: document.text,
      words: wordsOf(document),
      publishedAt,
    }),
  );
}

async function slugs(q: string, locale: string | null = null): Promise<string[]> {
  const { hits } = await search.find({ q, locale, tag: null, page: 1 });
  return hits.map(({ slug }) => slug);
}

function remove(slug: string): Promise<void> {
  return context.get(Database).transaction((tx) => search.remove(tx, { locale: 'en', slug }));
}

describe('the search', () => {
  it.each([
    ['en', 'The desk accepts documents', 'DOCUMENTS desk'],
    ['de', 'Veröffentlichung der Entwürfe', 'entwurfe'],
    ['fr', 'Les brouillons de l’été', 'Été brouillons'],
    ['ru', 'Служба публикации, ещё черновик', 'еще публикации'],
    ['ar', 'تقبل الخدمة الوَثائق', 'الوثائق'],
    ['ko', '기계가 작성한 문서를 받는다', '문서'],
    ['ja', '公開された文書を検索できます', '文書 検索'],
    ['zh', '已经发布的版本可以全文搜索', '全文搜索'],
    ['th', 'ผู้อ่านสามารถค้นหาเนื้อหาได้', 'ค้นหา'],
    ['hi', 'सेवा दस्तावेज़ स्वीकार करती है', 'दस्तावेज़'],
  ])('finds words of %s [9.search-every-locale]', async (locale, text, q) => {
    await put({ locale, slug: 'words', text });
    expect(await slugs(q, locale)).toEqual(['words']);
    expect(await slugs(`${q} absentword`, locale)).toEqual([]);
  });

  it('wants every word, wherever in the document it is', async () => {
    await put({
      slug: 'spread',
      title: 'Apricot',
      description: 'bramble',
      tags: ['cherry'],
      text: 'damson',
    });
    expect(await slugs('damson cherry bramble apricot')).toEqual(['spread']);
    expect(await slugs('damson elderberry')).toEqual([]);
  });

  it('ranks the title above the tags, and those above the content', async () => {
    await put({ slug: 'rank-content', text: 'quince' });
    await put({ slug: 'rank-title', title: 'Quince' });
    await put({ slug: 'rank-tag', tags: ['quince'] });
    expect(await slugs('quince')).toEqual(['rank-title', 'rank-tag', 'rank-content']);
  });

  it('finds the new content of a document and no longer the old', async () => {
    await put({ slug: 'changed', text: 'formerword' });
    await put({ slug: 'changed', text: 'latterword' });
    expect(await slugs('formerword')).toEqual([]);
    expect(await slugs('latterword')).toEqual(['changed']);
  });

  it('knows whole words: a shorter one does not find a longer', async () => {
    await put({ slug: 'whole', text: 'token10' });
    expect(await slugs('token1')).toEqual([]);
  });

  it('no longer finds what was removed, and removes what is not there', async () => {
    await put({ slug: 'removed', text: 'removable' });
    await remove('removed');
    await remove('removed');
    expect(await slugs('removable')).toEqual([]);
  });

  it.each([
    ['different words', (place: number) => `w${place.toString(36)} `],
    [
      'different syllables',
      (place: number) => String.fromCodePoint(0xac00 + ((place * 7_919) % 11_172)),
    ],
    [
      'different signs',
      (place: number) => String.fromCodePoint(0x4e00 + ((place * 7_919) % 20_000)),
    ],
    ['one endless word', () => 'x'],
  ])('indexes 200,000 characters of %s', async (what, part) => {
    const text = Array.from({ length: 200_000 }, (_, place) => part(place)).join('');
    const slug = what.replaceAll(' ', '-');
    await put({ slug, title: `The ${slug}`, text: text.slice(0, 200_000) });
    expect(await slugs(what)).toEqual([slug]);
    expect(await slugs(text.slice(0, 99))).toContain(slug);
  });

  it('counts and ranks a thousand documents, however many there are', async () => {
    await context.get(Database).rows({
      name: 'many_entries',
      text: `INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at)
             SELECT 'en', 'common-' || n, 'Common', '', 'common', '''common'':1A', now()
               FROM generate_series(1, 1200) n`,
    });
    const first = await search.find({ q: 'common', locale: null, tag: null, page: 1 });
    const last = await search.find({ q: 'common', locale: null, tag: null, page: 100 });
    expect([first.hits.length, first.total, first.hasMore]).toEqual([10, 1_000, true]);
    expect([last.hits.length, last.hasMore]).toEqual([10, false]);
  });
});
