import { afterAll, describe, expect, it } from 'vitest';
import { findStatement } from '../../src/search/find.statements.js';
import { Threads } from '../../src/platform/threads/threads.service.js';
import { publicationAt, revisionsOf } from '../setup/release-parts.js';
import { openIndex, type Sample } from './open-index.js';

const index = await openIndex();
const { search } = index;

afterAll(() => index.close());

const put = (sample: Sample): Promise<void> => index.put([sample]);

const find = (q: string, filter: { locale?: string; tag?: string } = {}) =>
  search.find({ q, locale: null, tag: null, page: 1, ...filter });

async function slugs(q: string, filter: { locale?: string; tag?: string } = {}): Promise<string[]> {
  const { hits } = await find(q, filter);
  return hits.map(({ slug }) => slug);
}

/** Returns the snippet of the first result, with `<…>` around each marked word. */
async function firstSnippet(q: string, filter: { locale?: string; tag?: string } = {}) {
  const { hits } = await find(q, filter);
  return hits[0]!.snippet.map(({ text, mark }) => (mark ? `<${text}>` : text)).join('');
}

async function remove(slug: string): Promise<void> {
  const id = await publicationAt(index.database, 'en', slug);
  await index.database.transaction((tx) => search.hide(tx, id!));
}

let statements = 0;

/**
 * Adds documents, the oldest first. `words` is an SQL expression for the words of document `n`. A statement adds 1,000,
 * because PostgreSQL may check the foreign keys of a table that was empty by sequential scans.
 */
async function putMany(count: number, words: string): Promise<void> {
  await put({ slug: 'owner' });
  for (let first = 1; first <= count; first += 1_000)
    await putFrom(first, Math.min(first + 999, count), words);
}

async function putFrom(first: number, last: number, words: string): Promise<void> {
  await index.database.rows({
    name: `many_entries_${(statements += 1)}`,
    text: `WITH counted AS (
             SELECT n, gen_random_uuid() AS id, ${words} AS words FROM generate_series(${first}, ${last}) AS n
           ), written AS (
             INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
             SELECT counted.id, owner.account_id, 'en', split_part(words, ' ', 1) || '-' || n || '-' || counted.id, 1, now(), now()
               FROM counted, publication owner WHERE slug = 'owner'
           ), revised AS (
             ${revisionsOf(`(SELECT id, 1 AS version, '' AS title, '' AS description, '{}'::text[] AS tags, '' AS author_kind FROM counted) AS r`)}
           )
           INSERT INTO search_entry (publication_id, version, account_id, is_public, locale, dated_at, length, body, vector)
           SELECT counted.id, 1, owner.account_id, true, 'en', to_timestamp(n), 1, '', words::tsvector
             FROM counted, publication owner WHERE slug = 'owner'`,
  });
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
  ])('finds words in locale %s [9.search-every-locale]', async (locale, text, q) => {
    await put({ locale, slug: 'entry', text });
    expect(await slugs(q, { locale })).toEqual(['entry']);
    expect(await slugs(`${q} absentword`, { locale })).toEqual(['entry']);
    expect(await slugs('absentword', { locale })).toEqual([]);
  });

  it('finds words in the title, description, tags and content [9.search-question]', async () => {
    await put({
      slug: 'spread',
      title: 'Apricot',
      description: 'bramble',
      tags: ['cherry'],
      text: 'damson',
    });
    expect(await slugs('damson cherry bramble apricot')).toEqual(['spread']);
    expect(await slugs('damson elderberry')).toEqual(['spread']);
  });

  it('ranks documents with more of the words first [9.search-question]', async () => {
    await put({ slug: 'holds-one', text: 'greengage', publishedAt: new Date() });
    await put({ slug: 'holds-three', text: 'greengage sorrel lovage', publishedAt: new Date(0) });
    await put({ slug: 'holds-two', text: 'sorrel greengage' });
    expect(await slugs('greengage sorrel lovage')).toEqual([
      'holds-three',
      'holds-two',
      'holds-one',
    ]);
  });

  it('ranks a long document that has more of the words above a short document that has fewer [9.search-question]', async () => {
    const others = Array.from({ length: 30 }, (_, place) => `other${place}`).join(' ');
    await put({ slug: 'briefly-one', text: 'currant currant currant currant' });
    await put({ slug: 'briefly-two', text: 'currant loquat' });
    await put({ slug: 'among-others', text: `currant ${others} loquat ${others} tansy` });
    expect(await slugs('currant loquat tansy')).toEqual([
      'among-others',
      'briefly-two',
      'briefly-one',
    ]);
  });

  it('gives rare words more weight [9.search-question]', async () => {
    for (let place = 0; place < 5; place += 1) {
      await put({ slug: `weigh-${place}`, text: 'rhubarb again and rhubarb' });
    }
    await put({ slug: 'weigh-rare', text: 'one pawpaw' });
    expect((await slugs('rhubarb pawpaw'))[0]).toBe('weigh-rare');
    expect(await slugs('How is a pawpaw?')).toEqual(['weigh-rare']);
  });

  it('finds documents for a query of stop words only', async () => {
    await put({ slug: 'band', title: 'The Who', text: 'A band of four.' });
    await put({ slug: 'no-band', text: 'The man who would be the king, who was the one.' });
    expect((await slugs('the who')).slice(0, 2)).toEqual(['band', 'no-band']);
    expect((await slugs('"the who"')).slice(0, 2)).toEqual(['band']);
  });

  it.each([
    ['en', 'the night train leaves', 'a train at night', '"night train"'],
    ['zh', '我们在这里全文搜索文档', '搜索这里的全文', '“全文搜索”'],
    ['ko', '오늘 문서를 게시한다', '게시한 문서를 본다', '「문서를 게시」'],
    ['th', 'เราสามารถค้นหาเนื้อหาได้', 'เนื้อหาที่ค้นหา', '"ค้นหาเนื้อหา"'],
  ])(
    'finds a quoted phrase in locale %s only in its exact form',
    async (locale, text, other, q) => {
      await put({ locale, slug: 'phrase', text });
      await put({ locale, slug: 'no-phrase', text: other });
      const found = await slugs(q, { locale });
      expect(found).toContain('phrase');
      expect(found).not.toContain('no-phrase');
      expect(await slugs(q.slice(1, -1), { locale })).toContain('no-phrase');
    },
  );

  it('ranks a hit in the title above a hit in the tags, and both above a hit in the content', async () => {
    await put({ slug: 'rank-content', text: 'quince' });
    await put({ slug: 'rank-title', title: 'Quince' });
    await put({ slug: 'rank-tag', tags: ['quince'] });
    expect(await slugs('quince')).toEqual(['rank-title', 'rank-tag', 'rank-content']);
  });

  it('ranks a word in the title of a long document above the same word in a short content', async () => {
    const text = Array.from({ length: 20_000 }, (_, place) => `filler${place}`).join(' ');
    await put({ slug: 'long-titled', title: 'About medlars', text });
    await put({ slug: 'short-content', title: 'Untitled', text: 'medlars '.repeat(20) });
    expect(await slugs('medlars')).toEqual(['long-titled', 'short-content']);
  });

  it('ranks a document with the word itself above a document with another form of the word', async () => {
    await put({ slug: 'form-other', text: 'they were grafted' });
    await put({ slug: 'form-itself', text: 'they were grafting', publishedAt: new Date(0) });
    expect(await slugs('grafting')).toEqual(['form-itself', 'form-other']);
  });

  it('ranks newer documents first among equal hits', async () => {
    for (const year of [2021, 2024, 2019]) {
      const publishedAt = new Date(`${year}-01-01T00:00:00.000Z`);
      await put({ slug: `of-${year}`, title: 'Report', text: 'sloes', publishedAt });
    }
    expect(await slugs('sloes')).toEqual(['of-2024', 'of-2021', 'of-2019']);
  });

  it('finds other forms of a word only by the rules of the language of each document', async () => {
    await put({ locale: 'de', slug: 'artikel', text: 'die Kornelkirsche' });
    await put({ locale: 'en', slug: 'cornel', text: 'what dies and Kornelkirschen' });
    expect(await slugs('dies')).toEqual(['cornel']);
    expect(await slugs('Kornelkirschen')).toEqual(['cornel', 'artikel']);
  });

  it('finds only documents with the given tag, regardless of case and of full-width letters', async () => {
    await put({ slug: 'tag-one', tags: ["O'Neil & \\"], text: 'loquat' });
    await put({ slug: 'tag-other', tags: ['travel'], text: 'loquat' });
    expect(await slugs('loquat', { tag: "o'neil & \\" })).toEqual(['tag-one']);
    expect(await slugs('loquat', { tag: 'Ｔravel', locale: 'en' })).toEqual(['tag-other']);
    expect(await slugs('loquat', { tag: 'travel', locale: 'de' })).toEqual([]);
    expect(await slugs('loquat', { tag: '\0\ud800' })).toEqual([]);
  });

  it.each(['[', '%', 'C++', '.NET', 'C#', 'Node.js'])(
    'finds the name %s, including its symbols, in titles [9.search-name]',
    async (name) => {
      await put({ slug: 'name', title: `About ${name}, briefly`, text: 'nothing else' });
      await put({ slug: 'name-itself', title: name, publishedAt: new Date(0) });
      expect((await slugs(name)).slice(0, 2)).toEqual(['name-itself', 'name']);
      expect((await slugs(`What is ${name}?`)).slice(0, 2).toSorted()).toEqual([
        'name',
        'name-itself',
      ]);
    },
  );

  it('finds a document by the words of its slug [9.search-name]', async () => {
    await put({ slug: 'carambola-2024', title: 'A fruit' });
    expect(await slugs('carambola')).toEqual(['carambola-2024']);
    expect((await slugs('carambola-2024'))[0]).toBe('carambola-2024');
  });

  it('finds a document that contains only a part of a German compound in the query', async () => {
    await put({ locale: 'de', slug: 'kette', title: 'Eine Kette ölen' });
    expect(await slugs('Fahrradkette', { locale: 'de' })).toEqual(['kette']);
  });

  it.each([
    ['missing', 'tamarnd'],
    ['needless', 'tamarrind'],
    ['wrong', 'tamerind'],
    ['swapped', 'tamraind'],
  ])(
    'finds a title despite a %s letter in the query, if no document has the word of the query',
    async (_what, q) => {
      await put({ slug: 'forgiven', title: 'Tamarind trees', text: 'sour' });
      expect((await slugs(`${q} sour`))[0]).toBe('forgiven');
    },
  );

  it.each([
    ['two letters', 'tamerint'],
    ['the first letter', 'damarind'],
    ['a figure', 'kumquat1x'],
    ['a letter of a short word', 'soor'],
    ['a letter in the content', 'sharpp'],
  ])('finds nothing for a word with a fault in %s', async (_what, q) => {
    await put({ slug: 'unforgiven', title: 'Tamarind kumquat2x sour', text: 'sharp' });
    expect(await slugs(q)).toEqual([]);
  });

  it('finds the new content of a document, and no longer finds the old content', async () => {
    await put({ slug: 'changed', text: 'formerword' });
    await put({ slug: 'changed', text: 'latterword' });
    expect(await slugs('formerword')).toEqual([]);
    expect(await slugs('latterword')).toEqual(['changed']);
  });

  it('does not find a longer word by its beginning', async () => {
    await put({ slug: 'whole', text: 'token10' });
    expect(await slugs('token1')).toEqual([]);
  });

  it('no longer finds a removed document, and accepts a second removal', async () => {
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
    ['marks on few Thai letters', (place: number) => (place % 5_000 === 0 ? 'ก' : '่')],
  ])(
    'indexes 200,000 characters of %s',
    async (what, part) => {
      const text = Array.from({ length: 200_000 }, (_, place) => part(place)).join('');
      const slug = what.replaceAll(' ', '-');
      await put({ slug, title: `The ${slug}`, text: text.slice(0, 200_000) });
      expect((await slugs(what))[0]).toBe(slug);
      expect(await slugs(text.slice(0, 99))).toContain(slug);
    },
    30_000,
  );

  it('answers any text with the documents that have its words, or with nothing', async () => {
    await put({ slug: 'survivor', title: 'Survivor', text: 'mirabelle' });
    const signs = '& | ! ( ) : * < -> " \' \\ \0 \u202e \u2066 👩‍👩‍👧 \ud800 \ufffe'.split(' ');
    for (const sign of signs) {
      expect(await slugs(`${sign}mirabelle${sign.repeat(50)}`)).toEqual(['survivor']);
      expect(await slugs(sign.repeat(100_000))).toEqual([]);
    }
    expect(await slugs(`mirabelle ${'x y z '.repeat(20_000)}`)).toContain('survivor');
  });

  it('counts at most a thousand hits of a common word; a hit in a title comes first, then the newest documents [9.search-total]', async () => {
    await put({ slug: 'commonplace-titled', title: 'Commonplace', publishedAt: new Date(0) });
    await putMany(1_500, `'filler'`);
    // These are the statistics of a small table. PostgreSQL plans for this size until the next ANALYZE.
    await index.database.rows({ name: 'analyze_small', text: 'ANALYZE search_entry' });
    await putMany(8_000, `'commonplace tamarillo ugli'`);
    const [first, last] = await Promise.all(
      [1, 100].map((page) => search.find({ q: 'commonplace', locale: null, tag: null, page })),
    );
    expect(first!.hits[0]!.slug).toBe('commonplace-titled');
    expect([first!.hits.length, first!.total, first!.hasMore]).toEqual([10, 1_000, true]);
    expect([last!.hits.length, last!.hasMore]).toEqual([10, false]);
    const numbers = [...first!.hits.slice(1), ...last!.hits].map(({ slug }) =>
      Number(slug.split('-')[1]),
    );
    expect(Math.min(...numbers)).toBe(8_000 - 998);
    expect(first!.more).toBe(true);
    expect((await slugs('commonplace medlars')).slice(0, 2)).toEqual([
      'long-titled',
      'short-content',
    ]);
  });

  it('counts no document twice [9.search-total]', async () => {
    await putMany(
      900,
      `concat(CASE WHEN n <= 600 THEN 'quandong ' END, CASE WHEN n > 200 THEN 'rambutan' END)`,
    );
    expect(await find('quandong rambutan')).toMatchObject({ total: 900, more: false });
  });

  it('ranks documents with the rarest word first, even if thousands of documents have the other words', async () => {
    await putMany(300, `'salak'`);
    // The test above has put 8,000 documents with these two words.
    const { hits } = await find('tamarillo salak ugli');
    expect(hits.map(({ slug }) => slug.split('-')[0])).toEqual(Array(10).fill('salak'));
  });

  it('reports more than a thousand hits for 1,001 documents, but not for 1,000 [9.search-total]', async () => {
    await putMany(1_000, `'pitanga'`);
    expect(await find('pitanga')).toMatchObject({ total: 1_000, more: false });
    await putMany(1, `'pitanga'`);
    const found = await search.find({ q: 'pitanga', locale: null, tag: null, page: 100 });
    expect([found.total, found.more, found.hits.length]).toEqual([1_000, true, 10]);
    expect(found.hasMore).toBe(false);
  });

  it('counts documents that have only the most common of many words [9.search-total]', async () => {
    const words = 'apfel birne kirsche pflaume quitte traube mango'.split(' ');
    const samples = Array.from({ length: 250 }, (_, number) => ({
      locale: 'de',
      slug: `counted-${number}`,
      text: number < 10 ? 'mango' : words.join(' '),
    }));
    await index.put(samples);
    const found = await find(words.join(' '), { locale: 'de' });
    expect([found.total, found.more]).toEqual([250, false]);
    const rare = await find(`${words.join(' ')} unbekanntes`, { locale: 'de' });
    expect([rare.total, rare.more]).toEqual([250, false]);
  });

  it('plans an index scan and no sequential scan, even of a small table, because its vectors may be long', async () => {
    const small = await openIndex();
    try {
      await small.put([{ slug: 'one', text: 'salak' }]);
      // Gives the planner the true size of the table.
      await small.database.rows({ name: 'analyze_entries', text: 'ANALYZE search_entry' });
      const { statement, values } = findStatement('public', {
        scope: 'public',
        terms: ["'salak'", "'other'"],
        similar: [null, null],
        titled: ["'^salak'", "'^other'"],
        wholeTitles: [],
        phrases: null,
        forms: ["'salak'", "'other'"],
        of: [1, 2],
        shares: [1, 1],
        scales: [1, 1],
        limit: 10,
        offset: 0,
      });
      const plan = await small.database.rows<{ 'QUERY PLAN': string }>(
        { ...statement, name: 'plan_of_find', text: `EXPLAIN ${statement.text}` },
        values,
      );
      const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toContain('Bitmap Index Scan on search_entry_public_idx');
      expect(lines).not.toMatch(/Seq Scan on search_entry\b/);
    } finally {
      await small.close();
    }
  });

  it.each([
    ['a Latin word in a Japanese text', 'ja', 'python', '私は<Python>を使う。'],
    ['a Latin word in a Thai text', 'th', 'python', 'ใช้<Python>เขียน'],
    ['a number in a Korean text', 'ko', '2026', '올해는<2026>년이다.'],
    ['a Hindi word, instead of a longer word before it', 'hi', 'मान', 'वह <मान> है।', 'सम्मान'],
    ['a word with points', 'he', 'שלום', 'אמרו <שָׁלוֹם> לכולם.'],
    ['a word with a stress mark', 'ru', 'замок', 'Старый <за́мок> стоит.'],
    ['a word that does not begin with its stem', 'en', 'cities', 'It is a <city> by night.'],
    [
      'a Persian word, instead of its plural before it',
      'fa',
      'کتاب',
      'آن <کتاب> من است.',
      'کتاب\u200cها',
    ],
    [
      'a word, instead of a compound with a soft hyphen',
      'en',
      'auto',
      'My <auto> is old.',
      'auto\u00admobil',
    ],
    ['an Armenian word with a ligature', 'hy', 'Երևան', 'Քաղաք <Երևան> է։'],
    ['an Arabic word with article and vowel signs', 'ar', 'جبل', 'رأينا <وَالْجَبَل> أمس.'],
    ['a word after a sign with a variation selector', 'de', 'achtung', '⚠<\ufe0fAchtung> Stufe.'],
    [
      'a word beside an Arabic word that the text lacks',
      'en',
      'بركان feline',
      'The <feline> one.',
      'xxfeline',
    ],
    ['a word in capitals with ẞ', 'de', 'straße', 'DIE <STRAẞE> IM DORF.'],
    [
      'a word that a document has, instead of the rarest word',
      'en',
      'zxqv gable',
      'The <gable> is high.',
    ],
  ])('shows the part of a long text with %s', async (_what, locale, q, marked, before = 'art') => {
    const slug = `far-${locale}-${Buffer.from(q).toString('hex')}`;
    const filler = `${'wort '.repeat(4_000)}\n`;
    const text = `${before} ${filler}${filler}${marked.replaceAll(/[<>]/g, '')} ${filler}`;
    const others = ['zxqv', 'gable', 'gable'].map((title, n) => ({ slug: `${slug}-${n}`, title }));
    await index.put([{ locale, slug, text, tags: [slug] }, ...others]);
    expect(await firstSnippet(q, { locale, tag: slug })).toContain(marked);
  });

  it('shows the part of a long text whose last word is found', async () => {
    const text = `A category ${'wort '.repeat(8_000)} cat`;
    await put({ slug: 'last-word', text });
    expect(await firstSnippet('cat')).toMatch(/<cat>$/);
  });

  it('[4.snippets-bounded] is refused as unavailable if its long texts take too long', async () => {
    const endless = new URL('../process/endless.worker.mjs', import.meta.url);
    const slow = await openIndex(new Threads(endless, 300));
    try {
      await slow.put([{ slug: 'long', text: 'salak '.repeat(10_000) }]);
      const asked = slow.search.find({ q: 'salak', locale: null, tag: null, page: 1 });
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await slow.close();
    }
  });

  it('shows the beginning of a long text without the words', async () => {
    const text = `The beginning ${'wort '.repeat(4_000)} zone ${'wort '.repeat(4_000)}`;
    await put({ slug: 'no-word', title: 'Zoo', text });
    expect(await firstSnippet('zoo')).toMatch(/^The beginning/);
  });

  it.each(['\u0301\u0301s', 'ال\u064b\u064b', '\u0301', 'C++', '\u200dx', '𝒳𐐀'])(
    'answers a query of odd characters: %j [4.list-q-words]',
    async (q) => {
      await put({ slug: 'odd-en', title: "it's s x", text: 's x '.repeat(6_000) });
      await put({ locale: 'ar', slug: 'odd-ar', text: 'ال '.repeat(6_000) });
      await find(q);
    },
  );
});
