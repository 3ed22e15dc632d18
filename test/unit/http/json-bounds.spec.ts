import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_LEVELS,
  MAX_MEMBERS,
  MAX_NAME_CHARACTERS,
  parseJson,
} from '../../../src/platform/http/json-bounds.js';
import { Problem } from '../../../src/platform/problems/problem.js';

function admits(text: string): boolean {
  try {
    expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('invalid_request');
    return false;
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const elements = (count: number): string => `[${Array.from({ length: count }, () => 0).join()}]`;
const named = (name: string): string => `{${name}:1}`;

describe('the bounds of a JSON text', () => {
  it.each([
    ['the maximum number of levels', nested(MAX_LEVELS)],
    ['the maximum number of elements', elements(MAX_MEMBERS)],
    [
      'the maximum number of elements, with white space',
      ` [ ${elements(MAX_MEMBERS).slice(1, -1)} ] `,
    ],
    ['many empty containers', `[${Array.from({ length: MAX_MEMBERS }, () => '[]').join()}]`],
    ['brackets and commas in a text', JSON.stringify(['[{,'.repeat(100_000)])],
    ['a name of the maximum length', named(JSON.stringify('n'.repeat(MAX_NAME_CHARACTERS)))],
    [
      'a non-ASCII name of the maximum length',
      named(JSON.stringify('한'.repeat(MAX_NAME_CHARACTERS))),
    ],
    [
      'a name of the maximum length in escapes',
      named(`"${String.raw`\u0061`.repeat(MAX_NAME_CHARACTERS)}"`),
    ],
    [
      'a name of the maximum length in escaped surrogate pairs',
      named(`"${String.raw`\ud83d\ude00`.repeat(MAX_NAME_CHARACTERS)}"`),
    ],
    ['a long text', JSON.stringify({ a: 'x'.repeat(100_000), b: ['y'.repeat(1_000)] })],
    [
      'a quotation mark in a text',
      JSON.stringify({ a: `${'x'.repeat(300)}"\\"${'['.repeat(50)}` }),
    ],
  ])('[4.bounds-entrance] allow %s', (_, text) => {
    expect(admits(text)).toBe(true);
  });

  it.each([
    ['one level too many', nested(MAX_LEVELS + 1)],
    ['two million open brackets', '['.repeat(2_000_000)],
    ['one element too many', elements(MAX_MEMBERS + 1)],
    ['too many elements in many lists', `[${Array.from({ length: 2_501 }, () => '[0]').join()}]`],
    ['a name that is too long', named(JSON.stringify('n'.repeat(MAX_NAME_CHARACTERS + 1)))],
    [
      'a name in escapes that is too long',
      named(`"${String.raw`\u0061`.repeat(MAX_NAME_CHARACTERS + 1)}"`),
    ],
    [
      'a name in escaped surrogate pairs that is too long',
      named(`"${String.raw`\ud83d\ude00`.repeat(MAX_NAME_CHARACTERS + 1)}"`),
    ],
    [
      'a name in escaped low surrogates that is too long',
      named(`"${String.raw`\ude00`.repeat(MAX_NAME_CHARACTERS + 1)}"`),
    ],
    ['a later name that is too long', `{"a":["x"],"${'n'.repeat(MAX_NAME_CHARACTERS + 1)}":1}`],
    ['a nested name that is too long', `[{"a":{"${'é'.repeat(MAX_NAME_CHARACTERS + 1)}":1}}]`],
  ])('[4.bounds-entrance] do not allow %s', (_, text) => {
    expect(admits(text)).toBe(false);
  });

  it('[4.bounds-entrance] give the same result for a text as for its parsed value', () => {
    const text = fc.string({ unit: 'binary', maxLength: 220 });
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 40 },
        fc.constantFrom(0, null, true, 'x', '[{",\\'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.boolean(), (value, isSpaced) => {
        const json = JSON.stringify(value, null, isSpaced ? 1 : 0);
        const parsed = sizeOf(JSON.parse(json));
        const expected =
          parsed.levels <= MAX_LEVELS &&
          parsed.members <= MAX_MEMBERS &&
          parsed.longestName <= MAX_NAME_CHARACTERS;
        expect(admits(json)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

interface Size {
  readonly levels: number;
  readonly members: number;
  readonly longestName: number;
}

/**
 * Measures a parsed value. A lone surrogate counts as one character, because JSON encodes a lone surrogate as one
 * escape sequence.
 */
function sizeOf(value: unknown): Size {
  if (typeof value !== 'object' || value === null) return { levels: 0, members: 0, longestName: 0 };
  const members = Object.entries(value).map(([name, inner]) => ({ name, size: sizeOf(inner) }));
  return {
    levels: 1 + Math.max(0, ...members.map(({ size }) => size.levels)),
    members: members.reduce((sum, { size }) => sum + size.members, members.length),
    longestName: Math.max(
      0,
      ...members.map(({ size }) => size.longestName),
      ...(Array.isArray(value) ? [] : members.map(({ name }) => Array.from(name).length)),
    ),
  };
}
