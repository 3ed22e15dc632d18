import { describe, expect, it } from 'vitest';
import {
  codePoints,
  webAddressRule,
  integerRule,
  listRule,
  textRule,
  enumRule,
} from '../../../src/platform/validation/rule.js';

describe('codePoints', () => {
  it.each([
    ['nothing', '', 0],
    ['a letter', 'a', 1],
    ['an emoji outside the basic plane', '\u{1F600}', 1],
    ['a letter and its combining mark', 'e\u0301', 2],
    ['a family of emoji and joiners', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}', 5],
    ['an unpaired surrogate', '\uD83D', 1],
  ])('counts %s', (_what, text, count) => {
    expect(codePoints(text)).toBe(count);
  });
});

describe('textRule', () => {
  const line = textRule({ min: 1, max: 3, oneLine: true });
  const lines = textRule({ min: 0, max: 3 });

  it.each(['a', 'abc', '\u{1F600}\u{1F600}\u{1F600}', '\u00A0', '\uFFFD', '\u200D', '\u200E'])(
    'takes %j on one line',
    (text) => {
      expect(line(text)).toBeUndefined();
    },
  );

  it.each(['', 'abcd', '\u{1F600}\u{1F600}\u{1F600}\u{1F600}', 'a'.repeat(7)])(
    'finds %j too short or too long',
    (text) => {
      expect(line(text)).toBe('must be 1 to 3 characters');
    },
  );

  it.each([
    '\u0000',
    '\u0008',
    '\u000B',
    '\u000C',
    '\u000E',
    '\u001F',
    '\u007F',
    '\u0080',
    '\u0085',
    '\u009F',
    '\uD800',
    '\uDFFF',
    'a\uDC00\uD800',
    '\uFFFE',
    '\uFFFF',
  ])('takes %j nowhere', (text) => {
    const message = 'must not contain control characters or unpaired surrogates';
    expect([line(text), lines(text)]).toEqual([message, message]);
  });

  it('refuses what Unicode calls a control or a surrogate, and no other character', () => {
    const unfit = /[\uFFFE\uFFFF]|\p{Cs}|(?![\t\n\r])\p{Cc}/u;
    const wrong: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      for (const text of [String.fromCharCode(unit), `\uD83D${String.fromCharCode(unit)}`]) {
        if (unfit.test(text) !== (lines(text) !== undefined)) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(['\t', '\n', '\r', '\u2028', '\u2029', '\u202A', '\u202E', '\u2066', '\u2069'])(
    'takes %j where there may be lines, but not on one line',
    (text) => {
      expect(lines(text)).toBeUndefined();
      expect(line(text)).toMatch(/^must be one line/);
    },
  );

  it.each([undefined, null, 1, true, {}, ['a']])('wants a string, not %j', (value) => {
    expect(line(value)).toBe('must be a string');
  });
});

describe('integerRule', () => {
  it.each([1, 2, Number.MAX_SAFE_INTEGER, 1e300])('takes %j without an upper bound', (value) => {
    expect(integerRule(1)(value)).toBeUndefined();
  });

  it.each([0, -1, 1.5, '1', true, null, Number.NaN, [1]])('refuses %j', (value) => {
    expect(integerRule(1)(value)).toBe('must be an integer of at least 1');
  });

  it('names both bounds where there are two', () => {
    const rule = integerRule(1, 100);
    expect([rule(1), rule(100)]).toEqual([undefined, undefined]);
    expect(rule(101)).toBe('must be an integer from 1 to 100');
  });
});

describe('enumRule', () => {
  const rule = enumRule(['draft', 'review']);

  it('takes its words', () => {
    expect([rule('draft'), rule('review')]).toEqual([undefined, undefined]);
  });

  it.each(['Draft', ' draft', '', 'published', null, 1, ['draft']])('refuses %j', (value) => {
    expect(rule(value)).toBe('must be one of: draft, review');
  });
});

describe('listRule', () => {
  it('takes as many items as it allows, whatever they are', () => {
    expect(listRule(2)([])).toBeUndefined();
    expect(listRule(2)([null, 1])).toBeUndefined();
  });

  it('refuses one more', () => {
    expect(listRule(2)([1, 1, 1])).toBe('must have at most 2 items');
  });

  it.each([undefined, null, 'ab', { length: 1 }])('wants an array, not %j', (value) => {
    expect(listRule(2)(value)).toBe('must be an array');
  });
});

describe('an address of the web', () => {
  it('may have letters of any script, however often addresses are looked at', () => {
    const faults = new Set<string | undefined>();
    for (let time = 0; time < 50_000; time += 1) {
      faults.add(webAddressRule('http://bücher.example:81/ä'));
    }
    expect(faults).toEqual(new Set([undefined]));
  });
});
