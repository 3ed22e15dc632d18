import { array, constantFrom, integer, oneof, record, string } from 'fast-check';
import { JUDGED } from './collection/collections.js';

const words = constantFrom(
  ...JUDGED.flatMap(({ questions }) => questions.flatMap(({ q }) => q.split(' '))),
);
const operators = constantFrom(
  ...'" “ ” « » 「 」 & | ! ( ) : * <-> <2> \\ \' ~ ^ @ # ? _ \0 - + %'.split(' '),
);
const mark = constantFrom('\u0301', '\u0323', '\u0e48', '\u064b', '\u3099', '\u094d', '\u20dd');
const query = array(
  oneof(
    { weight: 4, arbitrary: words },
    operators,
    string({ unit: 'binary', maxLength: 12 }),
    string({ unit: 'grapheme', maxLength: 12 }),
    string({ unit: mark, minLength: 1, maxLength: 400 }),
    string({
      unit: constantFrom('a', 'я', '語', '글', 'ก', 'ा', '🙂'),
      minLength: 190,
      maxLength: 210,
    }),
  ),
  { maxLength: 30 },
).map((parts) => parts.join(' '));

/** A random search: words of many scripts, operators, combining marks, very long words. */
export const madeUpRequest = record({
  q: query,
  locale: oneof(constantFrom('', 'en', 'ko', 'zh-Hans', 'xx'), string({ maxLength: 5 })),
  tag: oneof(constantFrom('', 'judged'), string({ maxLength: 5 })),
  page: integer({ min: -1, max: 200 }),
});
