import { describe, expect, it } from 'vitest';
import {
  webAddressRule,
  integerRule,
  listRule,
  textRule,
  enumRule,
} from '../../../src/platform/validation/rule.js';

describe('a rule', () => {
  const lines = textRule({ min: 0, max: 3 });
  const line = textRule({ min: 1, max: 3, oneLine: true });

  it('says what a value must be', () => {
    const [least, range, list] = [integerRule(1), integerRule(1, 100), listRule(2)];
    expect(least(0)).toBe('must be an integer of at least 1');
    expect([range(0), range(101)]).toEqual(
      Array<string>(2).fill('must be an integer from 1 to 100'),
    );
    expect([list('ab'), list([1, 1, 1])]).toEqual([
      'must be an array',
      'must have at most 2 items',
    ]);
    expect(enumRule(['draft', 'review'])('Draft')).toBe('must be one of: draft, review');
    expect([line(1), line(''), line('abcd')]).toEqual([
      'must be a string',
      ...Array<string>(2).fill('must have 1 to 3 characters'),
    ]);
    expect(line('\0')).toBe('must not contain control characters or unpaired surrogates');
    expect(line('a\n')).toMatch(/^must be one line, without line breaks, tabs or bidirectional /);
  });

  it('refuses only unpaired surrogates, U+FFFE, U+FFFF, and control characters other than tabs and line ends', () => {
    const unfit = /[\uFFFE\uFFFF]|\p{Cs}|(?![\t\n\r])\p{Cc}/u;
    const wrong: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      for (const text of [String.fromCharCode(unit), `\uD83D${String.fromCharCode(unit)}`]) {
        if (unfit.test(text) !== (lines(text) !== undefined)) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('[2.text-visible] for a visible text refuses every text of white space, format, ignorable and blank characters', () => {
    const shown = textRule({ min: 1, max: 5, visible: true });
    const fault = 'must have at least one visible character';
    const invisible =
      /\p{White_Space}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[\u2800\u{16FE4}\u{1D159}]/u;
    const wrong: string[] = [];
    for (let code = 0xa0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const isRefused = shown(`\u200B${character}\u3164`) === fault;
      if (/\p{Cs}|[\uFFFE\uFFFF]/u.test(character)) continue;
      if (invisible.test(character) !== isRefused) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
    expect([shown(' \t\n'), shown('\u200Ba'), shown('\u200D😀')]).toEqual([
      fault,
      undefined,
      undefined,
    ]);
    expect(textRule({ min: 1, max: 3 })('\u200B')).toBeUndefined();
  });
});

describe('a web address', () => {
  it('may have non-ASCII letters, and gets the same result 50,000 times', () => {
    const faults = new Set<string | undefined>();
    for (let time = 0; time < 50_000; time += 1) {
      faults.add(webAddressRule('http://bücher.example:81/ä'));
    }
    expect(faults).toEqual(new Set([undefined]));
  });
});
