import { afterAll, describe, it } from 'vitest';
import { sharedDesk } from '../setup/desk.js';
import { FieldProbe, TEXTS } from './field-probe.js';

const probes = FieldProbe.both(await sharedDesk());
afterAll(() => Promise.all(probes.map(([, probe]) => probe.close())));

const MANY_LINES = ['content', 'description'];
const ONE_LINE = ['title', 'tags[0]', 'author.name', 'changeNote'];
const VISIBLE = ['title', 'content', 'tags[0]', 'author.name'];
const EMOJI = '\u{1F600}';
const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

describe.each(probes)('a text of a document, over %s', (_, { takes, stores, refuses }) => {
  it('[2.title-length] [2.title-one-line] [2.normalised-before-checks] has its bounds and form: title', async () => {
    const long = 'a'.repeat(200);
    await takes('title', 'A', long);
    await stores('title', ` \n\t${long}\u00A0\r\n `, long);
    const lineBreaks = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f'];
    const broken = lineBreaks.map((one) => `one${one}two`);
    await refuses('title', ['', `${long}a`, ' \t\n\u3000 ', ...broken]);
  });

  it('[2.content-length] [2.content-parts] [2.text-visible] has its bounds, and is stored as it was sent: content', async () => {
    const long = 'a'.repeat(200_000);
    await takes('content', 'A', long, '\n  # e\u0301 ﬁ \u212B\r\n\n\ttwo  \n\n');
    // Each heading has four parts.
    const manyParts = '# a\n'.repeat(26_000);
    const blank = [' ', '\n', '\t\r\n ', '\u00A0\u3000\u2028'];
    await refuses('content', ['', `${long}a`, manyParts, ...blank]);
  });

  it('[2.description-length] has its bounds, and is not trimmed: description', async () => {
    const long = ` ${'a'.repeat(498)} `;
    await takes('description', '', 'A', '\n\t\r', 'one\n\ttwo\r\n', 'a'.repeat(500), long);
    await refuses('description', ['a'.repeat(501), ` ${long}`]);
  });

  it.each([
    ['title', 200, EMOJI],
    ['content', 200_000, EMOJI],
    ['description', 500, EMOJI],
    ['slug', 120, '𐐨'],
    ['tags[0]', 50, EMOJI],
    ['author.name', 120, EMOJI],
  ])('[2.length-code-points] is measured in code points: %s', async (path, most, character) => {
    await takes(path, character.repeat(most));
    await refuses(path, [character.repeat(most + 1)]);
  });

  it('[2.length-code-points] counts every code point of an emoji sequence and of a letter with a mark', async () => {
    await takes('title', FAMILY.repeat(40));
    await refuses('title', [`${FAMILY.repeat(40)}e`, 'e\u0301'.repeat(101)]);
  });

  it.each(TEXTS)(
    '[2.text-surrogates] [2.text-controls] has no unfit character: %s',
    async (path) => {
      const before = path === 'sources[0]' ? 'https://example.org/' : '';
      const controls = ['\u0000', '\u0007', '\u001F', '\u007F', '\u0085', '\u009F'];
      const others = ['\uD800', '\uDFFF', '\uDC00\uD800', '\uFFFE', '\uFFFF'];
      const tab = MANY_LINES.includes(path) ? [] : ['\t'];
      const within = [...controls, ...others, ...tab].map((one) => `${before}a${one}b`);
      const atEnds = ['\u0000', '\u001F', '\u0085'].flatMap((one) => [
        `${one}${before}a`,
        `${before}a${one}`,
      ]);
      await refuses(path, [...within, ...atEnds, '\u0000']);
    },
  );

  it.each(VISIBLE)('[2.text-visible] has a visible character: %s', async (path) => {
    const blank = ['\u200B\u2060', '\u3164', '\u2800', '\u00AD', '\u115F\u1160', '\u034F'];
    const more = ['\u200B\uFEFF\u200B', '\u{E0041}\u{E0042}', ' \u200B\u00A0\u200E\u2800 '];
    await refuses(path, [...blank, ...more]);
    await takes(path, '\u200B가\u3164');
  });

  it.each(ONE_LINE)(
    '[2.text-one-line] has no line break, no tab, and no character that embeds, overrides or isolates text direction: %s',
    async (path) => {
      const breaks = ['\u2028', '\u2029', '\n', '\r', '\t'];
      const directions = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E'];
      const isolates = ['\u2066', '\u2067', '\u2068', '\u2069'];
      await refuses(
        path,
        [...breaks, ...directions, ...isolates].map((one) => `a${one}b`),
      );
      await takes(path, 'א\u200Fa\u200Eb\u200D\u{1F600}\uFFFD');
    },
  );

  it.each(MANY_LINES)(
    '[2.text-controls] [2.text-one-line] may have several lines: %s',
    async (path) => {
      await takes(path, 'a\tb\nc\rd', 'a\u2028b\u2029c\u202Dd\u202Ee\u202C\u2067f\u2069');
    },
  );
});
