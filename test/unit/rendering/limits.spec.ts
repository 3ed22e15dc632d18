import { describe, expect, it } from 'vitest';
import { render } from './render.js';

describe('a document at the limits', () => {
  it.each([
    ['is nested too deeply', `${'>'.repeat(10_000)} a`],
    ['has too many parts', '# a\n'.repeat(50_000)],
    [
      'has references that expand to too much text',
      `[a]: /${'b'.repeat(20_000)}\n\n${'[a] '.repeat(1_000)}`,
    ],
  ])('is not rendered if it %s', (_, markdown) => {
    expect(() => render(markdown)).toThrow(RangeError);
  });

  it('[9.hostile] keeps the words of emphasis nested deep enough to stall a browser, but limits its depth', () => {
    const { html } = render('*a **b '.repeat(300) + '** c*'.repeat(300));
    let [depth, deepest] = [0, 0];
    for (const [tag] of html.matchAll(/<\/?\w+/g)) {
      depth += tag.startsWith('</') ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect([depth, deepest]).toEqual([0, 250]);
    expect(html.match(/[abc]/g)?.length).toBeGreaterThanOrEqual(900);
  });

  it('is rendered if it has the maximum length', () => {
    const line =
      'Some *words*, a [link](https://x.test) and `code` in a paragraph of their own.\n\n';
    const markdown = line.repeat(Math.floor(200_000 / line.length));
    expect(render(markdown).html.match(/<p>/g)).toHaveLength(Math.floor(200_000 / line.length));
  });
});
