import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const text = (markdown: string): string => render(markdown).text;

describe('the text for search and excerpts', () => {
  it('has one line for each block, so that no words run together', () => {
    expect(text('# a\nb\n\n- c\n- d\n  > e\n\n| f | g |\n|---|---|\n| h | i |\n\n---\n\nj')).toBe(
      'a\nb\nc\nd\ne\nf\ng\nh\ni\nj',
    );
  });

  it('does not split words that have inline markup', () => {
    expect(text('a**b**c`d`~~e~~[f](g)\n```js\nlet a = `b${c}`;\n```')).toBe(
      'abcdef\nlet a = `b${c}`;',
    );
  });

  it.each([
    ['10<sup>6</sup> and 10<sup>−6</sup>', '10^6 and 10^−6'],
    ['the 1<sup>st</sup> of 20 m<sup>2</sup>', 'the 1st of 20 m2'],
    ['in 2024[^1]\n\n[^1]: a', 'in 2024\na'],
    ['$10^6$, $10^{-6}$, $x_1^2$', '10^6, 10^−6, x1^2'],
    ['$\\frac{1}{2}$ and $2\\frac{1}{2}$', '1/2 and 2 1/2'],
    ['$\\frac{a+b}{2c}$, $\\frac{-a}{b}$, $x^{2n}$', '(a+b)/(2c), −a/b, x^(2n)'],
    ['$\\sqrt 2$ and $\\sqrt{a+b}$', '√2 and √(a+b)'],
    ["$90^\\circ$ and $x'$", '90∘ and x′'],
  ])('[9.html-words] keeps powers and fractions what they are: %s', (markdown, words) => {
    expect(text(markdown)).toBe(words);
  });

  it('has one line for a paragraph with line breaks', () => {
    expect(text('a\nb  \nc<br>d')).toBe('a b c d');
  });

  it('has the words of pictures and of HTML', () => {
    expect(text('![a](https://x.test/y.png) <b>c</b>')).toBe('a c');
  });

  it('has the footnotes, without their numbers and backlinks', () => {
    expect(text('word[^1] more\n\n[^1]: note')).toBe('word more\nnote');
  });

  it('has characters instead of their escapes', () => {
    expect(text('a &amp; b \\* &lt;c&gt;')).toBe('a & b * <c>');
  });
});
