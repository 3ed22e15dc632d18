import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/rendering/render-markdown.js';
import {
  MAX_EXCERPT,
  type ReadWarning,
  shownWarnings,
} from '../../../src/warnings/shown-warnings.js';
import { type CheckedDocument, WarningSearch } from '../../../src/warnings/warnings-in.js';
import { SAMPLE } from '../../setup/document.js';

const documentOf = (markdown: string): CheckedDocument => ({
  locale: 'en',
  ...SAMPLE,
  markdown,
});

/** Cuts the excerpts, as the database does. */
const withExcerpts = (found: readonly ReadWarning[], markdown: string): ReadWarning[] => {
  const points = Array.from(markdown);
  return found.map((one) => {
    const end = one.offset + Math.min(one.length, MAX_EXCERPT);
    return { ...one, excerpt: points.slice(one.offset, end).join('') };
  });
};

/** Looks at a document. Returns its warnings as they are shown, and the processor time of the search, in ms. */
function lookedAt(markdown: string) {
  const document = documentOf(markdown);
  const search = new WarningSearch(document);
  let found: ReturnType<WarningSearch['rendered']> = [];
  let ms = 0;
  const timed = (work: () => void): void => {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    ms += (user + system) / 1_000;
  };
  renderMarkdown(
    { title: document.title, markdown, imageOrigins: [] },
    {
      written: (tokens) => timed(() => search.written(tokens)),
      parsed: (tokens) => timed(() => (found = search.rendered(tokens))),
    },
  );
  return {
    warnings: shownWarnings(withExcerpts(found as ReadWarning[], markdown), document),
    found,
    ms,
  };
}

const LENGTH = 200_000;
const repeated = (text: string): string =>
  text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

/** Documents in which every character can begin a sign, but nothing ends it. */
const HOSTILE = [
  '[',
  '[Your ',
  '[your          ',
  '[insert ',
  '[ここに',
  '【1†a',
  '<think',
  '<think>a ',
  '</think>. ',
  '<pre ',
  '<div>\n<code>\n',
  '<!--',
  '"[Your Name] ',
  'TBD: a ',
  'a\u200b',
  '\u2066a',
  '\u{e0041}',
  '> ```\n',
  '```\n~~~\n',
  'Certainly, ',
  'http://a.example/?utm_source=chatgpt ',
  'turn0',
  '|-|',
].map(repeated);

const FILLED = [
  `a\n${' '.repeat(190_000)}b`,
  `~~~\n${'`'.repeat(190_000)}x`,
  `[a](?${'utm_source=?'.repeat(15_000)})`,
  `\`\`\`\n---\ntitle: x\n${'-a:\n'.repeat(40)}x\n\`\`\`\n\n# h`,
];
const LINKS = Array.from({ length: 9_000 }, (_, place) => `[a](#b${place})`).join(' ');

describe('the search for warnings', () => {
  it.each([...HOSTILE, ...FILLED, LINKS].map((text) => [text.slice(0, 20), text]))(
    '[16.linear] takes little time for 200,000 characters of %j, and finds at most 20',
    (_, text) => {
      const { warnings, ms } = lookedAt(text);
      expect(warnings.length).toBeLessThanOrEqual(20);
      // About 0.1 s. In quadratic time it would take minutes.
      expect(ms).toBeLessThan(2_000);
    },
  );

  it('[16.warnings] puts errors first, and shows at most five of a code', () => {
    const text = `${'[a]() '.repeat(30)}\n\n${'[Your Name] '.repeat(30)}`;
    const codes = lookedAt(text).warnings.map(({ code }) => code);
    expect(codes).toEqual([...Array(5).fill('placeholder'), ...Array(5).fill('dead_link')]);
  });

  it('[16.excerpt] counts places in code points, and line ends as they are written', () => {
    const text =
      '\ufeff😀😀\r\n\r\n> 😀 `[Your Name]`\r\n> and\r\n\r\n- 😀 \\[Your Name\\], **[Your Name]**';
    const { warnings, found } = lookedAt(text);
    expect(warnings.map(({ excerpt }) => excerpt)).toEqual(['Your Name', '[Your Name]']);
    const [first] = found;
    const points = Array.from(text).slice(first!.offset, first!.offset + first!.length);
    expect(points.join('')).toBe('Your Name');
  });

  it('[16.excerpt] names characters that nobody sees, and cuts a long excerpt', () => {
    const hidden = lookedAt('a\u{e0041}\u{e0042} b').warnings;
    expect(hidden.map(({ excerpt }) => excerpt)).toEqual(['[U+E0041][U+E0042]']);
    const [long] = lookedAt(`:cite[${'a'.repeat(79)}]{${'b'.repeat(100)}}`).warnings;
    expect(Array.from(long!.excerpt)).toHaveLength(100);
  });
});
