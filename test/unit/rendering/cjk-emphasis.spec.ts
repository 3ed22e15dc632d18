import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter(Boolean);

const strong = (html: string): string[] =>
  [...html.matchAll(/<strong>(.*?)<\/strong>/gs)].map(([, inside]) => inside!);

/** Sentences whose bold parts were marked by hand. */
const SENTENCES = linesOf('cjk-sentences.txt').filter((line) => !line.startsWith('#'));
/** The examples of the package, after the four lines that name its source. */
const EXAMPLES = linesOf('cjk-friendly-examples.txt').slice(3);

describe('emphasis beside Chinese, Japanese and Korean', () => {
  it('[9.cjk-emphasis] is shown where it was meant, in each of sixty sentences', () => {
    const wrong = SENTENCES.filter((sentence) => {
      const meant = [...sentence.matchAll(/<b>(.*?)<\/b>/g)].map(
        ([, inside]) => strong(render(`**${inside}**`).html)[0],
      );
      const { html } = render(sentence.replaceAll(/<\/?b>/g, '**'));
      return html.includes('**') || JSON.stringify(strong(html)) !== JSON.stringify(meant);
    });
    expect(wrong).toEqual([]);
    expect(SENTENCES).toHaveLength(60);
  });

  it('[9.cjk-emphasis] is shown in every example of the package', () => {
    const left = EXAMPLES.filter((line) => {
      const { html, text } = render(line);
      return !/<strong>|<em>/.test(html) || /\*\*|_/.test(text);
    });
    expect(left).toEqual([]);
    expect(EXAMPLES.length).toBeGreaterThan(90);
  });

  it('[9.cjk-emphasis] works for strikethrough too; single tildes still mean ranges', () => {
    expect(render('가격은 ~~₩10,000(세일)~~입니다.').html).toBe(
      '<p>가격은 <del>₩10,000(세일)</del>입니다.</p>',
    );
    expect(render('これは~~「誤り」~~です').html).toBe('<p>これは<del>「誤り」</del>です</p>');
    expect(render('「3~5」와 ~9월(예정)~까지').html).not.toContain('<del>');
  });

  it('stays as in CommonMark beside other scripts', () => {
    for (const text of ['a**"b"**c', 'snake_case_name', 'a**b«**c', '2**(n)**k']) {
      expect(render(text).html).not.toMatch(/<strong>|<em>/);
    }
  });
});
