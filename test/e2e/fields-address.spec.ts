import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectFaults, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

/** Returns a random text that makes slugs unique. */
const unique = (): string => randomUUID().slice(0, 8);

const createdWith = async (changes: object): Promise<{ locale: string; slug: string }> =>
  expectAccepted(await api.create(newDocument({ ...changes })), 201);

const created = async () =>
  (await api.create(newDocument({ locale: 'en-us', slug: unique() }))).body;

const refusedWith = async (changes: object, field: string): Promise<void> =>
  expectFaults(await api.create(newDocument({ ...changes })), field);

describe('a locale', () => {
  it.each(['en', 'ko', 'fil', 'pt-BR', 'zh-Hans', 'zh-Hant-TW', 'es-419'])(
    '[2.locale-form] is accepted: %s',
    async (locale) => {
      expect(await createdWith({ locale })).toMatchObject({ locale });
    },
  );

  it.each([
    ['one letter', 'e'],
    ['a language of four letters', 'engl'],
    ['a language of five letters', 'engli'],
    ['a variant', 'de-1996'],
    ['a variant after a region', 'ca-ES-valencia'],
    ['an extension', 'en-u-ca-gregory'],
    ['private use', 'en-x-private'],
    ['private use alone', 'x-private'],
    ['another script', 'ко'],
    ['a hyphen at the end', 'en-'],
    ['an underscore', 'en_US'],
    ['white space', ' en'],
    ['nothing', ''],
    ['a path', 'en/us'],
  ])('[2.locale-form] is refused: %s', async (_what, locale) => {
    await refusedWith({ locale }, 'locale');
  });

  it.each([
    ['en-us', 'en-US'],
    ['EN', 'en'],
    ['ZH-hANT-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
  ])('[2.locale-canonical] is stored in canonical form: %s as %s', async (given, stored) => {
    const { id } = expectAccepted(await api.create(newDocument({ locale: given })), 201);
    expect((await api.read(id)).body.locale).toBe(stored);
  });

  it('[2.locale-canonical] that differs from another locale only in case makes the same path', async () => {
    const slug = unique();
    await createdWith({ locale: 'en-us', slug });
    const second = await api.create(newDocument({ locale: 'EN-US', slug }));
    expectRefusal(second, 409, 'path_conflict');
  });

  it.each(['api', 'API', 'mcp', 'Mcp'])(
    '[2.locale-reserved] is refused if it is reserved: %s',
    async (locale) => {
      await refusedWith({ locale }, 'locale');
    },
  );
});

describe('a slug', () => {
  it.each([
    ['composed', 'cafe\u0301-', 'caf\u00E9-'],
    ['ligatures separated', 'ﬁn-', 'fin-'],
    ['wide letters narrowed', 'ｆｕｌｌ－', 'full-'],
    ['syllables composed', '\u1112\u1161\u11AB-', '한-'],
  ])('[2.slug-nfkc] is stored in NFKC: %s', async (_how, given, stored) => {
    const end = unique();
    const { id } = expectAccepted(await api.create(newDocument({ slug: given + end })), 201);
    expect((await api.read(id)).body.slug).toBe(stored + end);
  });

  it('[2.slug-length] has 1 to 120 characters', async () => {
    const slug = `${unique()}-`.padEnd(120, 'a');
    expect(await createdWith({ slug })).toMatchObject({ slug });
    await refusedWith({ slug: `${slug}a` }, 'slug');
    await refusedWith({ slug: '' }, 'slug');
  });

  it('[2.slug-length] is measured after normalisation', async () => {
    const end = unique();
    // NFKC turns the two characters of `e\u0301` into one character, and `ﬃ` into three characters.
    const longer = 'e\u0301'.repeat(112) + end;
    expect(await createdWith({ slug: longer })).toMatchObject({ slug: 'é'.repeat(112) + end });
    await refusedWith({ slug: 'ﬃ'.repeat(41) }, 'slug');
  });

  it.each('hello-world 문서-게시 हिन्दी مرحبا ไทย ひらがなー 二〇二六年 ٢٠٢٥ 𐐨 x 7'.split(' '))(
    '[2.slug-any-script] is accepted in any script: %s',
    async (slug) => {
      expect(await createdWith({ slug })).toMatchObject({ slug });
    },
  );

  it.each(['Hello', 'hellO', 'Привет', 'ǅ', 'ᾈ', 'Ａ'])(
    '[2.slug-no-capitals] is refused if it has a capital letter: %s',
    async (slug) => {
      await refusedWith({ slug }, 'slug');
    },
  );

  it.each(['joined-once', 'joined_once', 'a-b_c-1'])(
    '[2.slug-joiners] is accepted if single joiners connect its parts: %s',
    async (slug) => {
      expect(await createdWith({ slug })).toMatchObject({ slug });
    },
  );

  it.each([
    '-a',
    'a-',
    '_a',
    'a_',
    '-',
    'a--b',
    'a__b',
    'a-_b',
    'a b',
    ' a',
    'a\n',
    'a.b',
    'a/b',
    'a%2Fb',
    'a–b',
    'a\u{1F600}',
    'a\u200Db',
    '½',
    '፩',
  ])('[2.slug-joiners] is refused with any other joiner or character: %j', async (slug) => {
    await refusedWith({ slug }, 'slug');
  });

  it.each(['\u0301a', 'a-\u0301b', '\u093F', '1_\u0E31'])(
    '[2.slug-marks] is refused if a mark has no letter or digit before it: %j',
    async (slug) => {
      await refusedWith({ slug }, 'slug');
    },
  );
});

describe('the address of a document', () => {
  it('[2.address-repeated] may be repeated in an update that changes another field', async () => {
    const { id, locale, slug } = await created();
    const body = { expectedVersion: 1, locale, slug, title: 'Another' };
    expect(expectAccepted(await api.update(id, body), 200)).toMatchObject({
      version: 2,
      locale,
      slug,
    });
  });

  it('[2.address-repeated] may be repeated in a spelling that normalises to the stored one', async () => {
    const { id } = (await api.create(newDocument({ locale: 'en-us', slug: `ﬁn-${unique()}` })))
      .body;
    const { slug } = (await api.read(id)).body;
    const body = { expectedVersion: 1, locale: 'EN-us', slug: slug.replace('fi', 'ﬁ'), title: 'B' };
    expect(expectAccepted(await api.update(id, body), 200)).toMatchObject({ version: 2, slug });
  });

  it.each([
    ['the locale', { locale: 'en' }, ['locale']],
    ['the slug', { slug: 'another' }, ['slug']],
    ['both', { locale: 'ko', slug: 'another' }, ['locale', 'slug']],
  ])(
    '[2.address-immutable] does not change when an update sends a different address: %s',
    async (_what, path, fields) => {
      const before = await created();
      for (const others of [{}, { title: 'Another', content: 'new', intent: 'review' }]) {
        const refusal = await api.update(before.id, { expectedVersion: 1, ...path, ...others });
        expectRefusal(refusal, 422, 'immutable_field');
        expect(refusal.body.details['fields']).toEqual(fields);
      }
      expect((await api.read(before.id)).body).toEqual(before);
    },
  );

  it('[2.address-alone] is refused as the only field of an update', async () => {
    const { id, locale, slug } = await created();
    for (const path of [{ locale }, { slug }, { locale, slug }]) {
      const refusal = await api.update(id, { expectedVersion: 1, ...path });
      expectRefusal(refusal, 422, 'validation_failed');
    }
    expect((await api.read(id)).body.version).toBe(1);
  });
});
