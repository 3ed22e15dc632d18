import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { FieldProbe } from './field-probe.js';

const desk = await sharedDesk();
const probes = FieldProbe.both(desk);
afterAll(() => Promise.all(probes.map(([, probe]) => probe.close())));

const SITE = 'https://example.org/';
const numbered = (count: number, before = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${before}${index}`);
const equal = (count: number, member: string): string[] => Array<string>(count).fill(member);
const words = (text: string): string[] => text.split(' ');

describe.each(probes)('a field of a document, over %s', (_, { takes, stores, refuses, caller }) => {
  it('[2.locale-form] [2.locale-canonical] [2.locale-reserved] has its form: locale', async () => {
    await takes('locale', ...words('en ko fil pt-BR zh-Hans zh-Hant-TW es-419'));
    await stores('locale', 'en-us', 'en-US');
    await stores('locale', 'EN', 'en');
    await stores('locale', 'ZH-hANT-tw', 'zh-Hant-TW');
    await stores('locale', 'iw', 'he');
    const subtags = words('de-1996 ca-ES-valencia en-u-ca-gregory en-x-private x-private');
    const others = words('e engl engli ко en- en_US en/us');
    await refuses('locale', [...subtags, ...others, ' en', '', 'api', 'API', 'mcp', 'Mcp']);
  });

  it('[2.slug-length] [2.slug-nfkc] is stored in NFKC, and measured so: slug', async () => {
    const end = randomUUID().slice(0, 8);
    const long = `${end}-`.padEnd(120, 'a');
    await takes('slug', long);
    await stores('slug', 'e\u0301'.repeat(112) + end, 'é'.repeat(112) + end);
    await stores('slug', `cafe\u0301-${end}`, `caf\u00E9-${end}`);
    await stores('slug', `ﬁn-${end}`, `fin-${end}`);
    await stores('slug', `ｆｕｌｌ－${end}`, `full-${end}`);
    await stores('slug', `\u1112\u1161\u11AB-${end}`, `한-${end}`);
    // NFKC turns `ﬃ` into three characters.
    await refuses('slug', [`${long}a`, '', 'ﬃ'.repeat(41)]);
  });

  it('[2.slug-any-script] [2.slug-no-capitals] [2.slug-joiners] [2.slug-marks] has its form: slug', async () => {
    const scripts = words('문서-게시 हिन्दी مرحبا ไทย ひらがなー 二〇二六年 ٢٠٢٥ 𐐨 x 7');
    await takes('slug', ...scripts, ...words('hello-world joined-once joined_once a-b_c-1'));
    const capitals = words('Hello hellO Привет ǅ ᾈ Ａ');
    const joiners = [...words('-a a- _a a_ - a--b a__b a-_b'), 'a b', ' a', 'a\n'];
    const others = ['a.b', 'a/b', 'a%2Fb', 'a–b', 'a\u{1F600}', 'a\u200Db', '½', '፩'];
    const marks = ['\u0301a', 'a-\u0301b', '\u093F', '1_\u0E31'];
    await refuses('slug', [...capitals, ...joiners, ...others, ...marks]);
  });

  it('[2.author-kind] [2.author-name] has its form: author', async () => {
    const longKind = 'x'.repeat(40);
    await takes('author.kind', ...words('service ai person organization a 0_9-robot'), longKind);
    await refuses('author.kind', [
      '',
      `${longKind}x`,
      'AI',
      'a b',
      ' ai',
      'ai\n',
      'é',
      'a.b',
      '가',
    ]);
    const longName = 'a'.repeat(120);
    await takes('author.name', 'A', '가'.repeat(120));
    await stores('author.name', ` ${longName}\n`, longName);
    const lines = ['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b'];
    await refuses('author.name', ['', '가'.repeat(121), ' ', ...lines]);
    await refuses('author', [{}], ['author.kind', 'author.name']);
    await refuses('author', [{ kind: 'ai' }], ['author.name']);
    await refuses('author', [{ name: 'A' }], ['author.kind']);
  });

  it('[2.intent-values] has its values: intent', async () => {
    await takes('intent', 'draft', 'review');
    await refuses('intent', ['published', 'publishing', 'Draft', ' draft', '']);
  });

  it('[2.tags-count] [2.tags-form] [2.tags-dots] [2.normalised-before-checks] has its bounds and form: tags', async () => {
    const long = 'b'.repeat(50);
    const apart = 'é'.normalize('NFD').repeat(50);
    await takes('tags', [], numbered(20), ['a', long], ['...', '.a', 'a.', 'node.js', '/']);
    await stores('tags', [' a\n', `\t${long} `], ['a', long]);
    await stores('tags', [apart], [apart.normalize('NFC')]);
    await refuses('tags', [numbered(21)]);
    await refuses('tags', [['a', '', `${long}b`]], ['tags[1]', 'tags[2]']);
    await refuses('tags[0]', [' \t\u00A0', `${apart}a`, 'a\tb', '.', '..', ' . ', '\t..\n']);
  });

  it('[2.sources-bounds] [2.sources-form] has its bounds, and is stored as it was sent: sources', async () => {
    const address = (length: number): string => SITE.padEnd(length, 'a');
    await takes('sources', [], numbered(50, SITE), [address(2_048)]);
    const accepted = words('http://example.org HTTPS://Example.ORG:8443/A?b=c&d#e https://[::1]/');
    await takes('sources', [...accepted, 'https://例え.jp/文書', `${SITE}@name:word`]);
    await refuses('sources', [numbered(51, SITE)]);
    await refuses('sources', [[SITE, address(2_049)]], ['sources[1]']);
    const relative = words('example.org /page //example.org ?q http:example.org https://');
    const schemes = words('ftp://example.org mailto:a@example.org javascript:alert(1)');
    const users = words(
      'https://u@example.org https://u:word@example.org http://:word@example.org',
    );
    const hosts = words('https:///example.org https:\\\\example.org https://example.org:99999');
    await refuses('sources[0]', [...relative, ...schemes, ...users, ...hosts]);
    const spaced = ['', 'not an address', `${SITE}a b`, 'https://exa mple.org', ` ${SITE}`];
    await refuses('sources[0]', [...spaced, 'data:text/html,a', 'file:///etc/passwd']);
  });

  it('[2.duplicates-dropped] [2.counted-before-duplicates] drops equal members of a list after they are counted', async () => {
    const tags = ['b', 'a', ' b ', 'c', 'a', 'B'];
    await stores('tags', tags, ['b', 'a', 'c', 'B']);
    const sources = words('b a b c').map((end) => SITE + end);
    const first = words('b a c').map((end) => SITE + end);
    await stores('sources', sources, first);
    await stores('tags', equal(20, 'a'), ['a']);
    await stores('sources', equal(50, SITE), [SITE]);
    await refuses('tags', [equal(21, 'a')]);
    await refuses('sources', [equal(51, SITE)]);
    const { id } = await caller.create(newDocument());
    await caller.update(id, { expectedVersion: 1, tags, sources });
    const dropped = { tags: ['b', 'a', 'c', 'B'], sources: first };
    expect((await desk.api.read(id)).body).toMatchObject(dropped);
  });

  it('has its type', async () => {
    const texts = 'locale slug title content description intent author.kind author.name';
    for (const path of words(texts)) {
      await refuses(path, [0, 1, true, false, {}, [], ['en'], { value: 'en' }]);
    }
    for (const path of ['tags', 'sources']) {
      await refuses(path, ['a', '', 0, true, {}, { 0: 'a', length: 1 }]);
      const members = [1, true, {}, [], null];
      await refuses(
        path,
        [members],
        numbered(members.length, `${path}[`).map((one) => `${one}]`),
      );
      await refuses(`${path}[0]`, [['a']]);
    }
    await refuses('author', ['A', '', 0, true, [], [{ kind: 'ai', name: 'A' }]]);
  });
});
