import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const isFormula = (markdown: string): boolean =>
  /<math|class="formula"/.test(render(markdown).html);

/**
 * Texts with dollar signs: prices in many currencies and languages, and formulas. Texts with brackets behind backslashes:
 * formulas, and others.
 */
const TEXTS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'formulas.json'), 'utf8'),
) as Record<'prices' | 'formulas' | 'brackets' | 'otherBrackets', readonly string[]>;

describe('dollar signs', () => {
  it.each(TEXTS.prices)('[9.formulas] of prices stay text: %j', (text) => {
    const { html, text: words } = render(text);
    expect(html).not.toMatch(/<math|class="formula"/);
    expect(words.split('$')).toHaveLength(text.split('$').length);
  });

  it.each(TEXTS.formulas)('[9.formulas] of a formula make a formula: %j', (text) => {
    expect(isFormula(text)).toBe(true);
  });

  it('[9.formulas] around a code span make a formula without quotation marks', () => {
    const { html } = render('a $`x^2`$ b');
    expect(html).toBe(render('a $x^2$ b').html);
    expect(html).not.toContain('`');
    for (const text of ['5$`x`$', 'a$`x`$', '$`x`$5', '$``x``$', '$`x`', '$` `$', '`$`x`$`']) {
      expect(isFormula(text), text).toBe(false);
    }
  });
});

describe('a formula between brackets', () => {
  it.each(TEXTS.brackets)('[9.formulas] is recognised: %j', (markdown) => {
    const { html, text } = render(markdown);
    expect(html).toContain('<math');
    expect(text).not.toMatch(/\\[()[\]]/);
  });

  it.each(TEXTS.otherBrackets)('[9.formulas] is not recognised: %j', (markdown) => {
    expect(isFormula(markdown)).toBe(false);
  });

  it('[9.formulas] is displayed in square brackets, and stays within its link', () => {
    expect(render('a \\[x=y\\] b').html).toContain('<math display="block"');
    expect(render('a \\(x=y\\) b').html).not.toContain('display="block"');
    expect(render('[a \\(x\\)](/b)').html).toMatch(/^<p><a href="\/b"[^>]*>a <math>.*<\/a><\/p>$/);
  });
});
