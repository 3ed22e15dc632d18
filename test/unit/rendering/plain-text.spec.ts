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
