import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../../src/search/search-query.js';
import { snippetOf } from '../../../src/search/snippet.js';

const marked = (text: string, q: string): string =>
  snippetOf(text, queryOf(q)?.words ?? [])
    .map((part) => (part.mark ? `[${part.text}]` : part.text))
    .join('');

describe('snippetOf', () => {
  it.each([
    [
      'whole words of spaced scripts',
      'Draft, drafts, DRAFT.',
      'draft',
      '[Draft], drafts, [DRAFT].',
    ],
    ['words whatever their accents', 'Le café; Ёлка', 'CAFE елка', 'Le [café]; [Ёлка]'],
    ['Arabic words', 'تحفظ الوثائق', 'الوثائق', 'تحفظ [الوثائق]'],
    ['words inside Chinese', '公开页面只显示发布的版本', '发布', '公开页面只显示[发布]的版本'],
    ['words inside Thai', 'ผู้อ่านสามารถค้นหาเนื้อหา', 'ค้นหา', 'ผู้อ่านสามารถ[ค้นหา]เนื้อหา'],
    ['Korean words before their ending', '문서를 받아', '문서', '[문서]를 받아'],
    ['the longer of two words', '文書 文', '文 文書', '[文書] [文]'],
  ])('marks %s', (_what, text, q, expected) => {
    expect(marked(text, q)).toBe(expected);
  });

  it('makes white space single', () => {
    expect(marked('a  b\n\n\tc', 'b')).toBe('a [b] c');
  });

  it('shows the beginning where no word is', () => {
    expect(marked('first words '.repeat(50), 'title')).toMatch(/^first words .{150,220} …$/);
  });

  it('shows the place where most of the words stand together', () => {
    const filler = 'one alone and nothing else here '.repeat(20);
    const snippet = marked(`${filler} one by two by three ${filler}`, 'one two three');
    expect(snippet).toContain('[one] by [two] by [three]');
    expect(snippet).toMatch(/^… .* …$/);
  });

  it('gives back the text in pieces, cut between characters', () => {
    const letter = constantFrom('a', ' ', 'é', 'e\u0301', '👩', '文', '書', '문', '서', 'ที่', '\n');
    const text = array(letter, { maxLength: 600 }).map((letters) => letters.join(''));
    assert(
      property(text, string({ unit: letter, maxLength: 5 }), (body, q) => {
        const flat = body.normalize('NFC').replace(/\s+/g, ' ').trim();
        const shown = snippetOf(body, queryOf(q)?.words ?? []).map((part) => part.text);
        const cut = shown.join('').replace(/^… /, '').replace(/ …$/, '');
        expect(flat).toContain(cut);
        expect(cut).not.toMatch(/^\p{M}|^[\udc00-\udfff]|[\ud800-\udbff]$/u);
      }),
    );
  });
});
