import { describe, expect, it } from 'vitest';
import { render } from './render.js';

const isFormula = (markdown: string): boolean =>
  /<math|class="formula"/.test(render(markdown).html);

/** Prices and other dollar signs, in many currencies and languages. */
const PRICES: readonly string[] = [
  // Behind the number
  '10$–20$',
  '10$-20$',
  '10$ – 20$',
  '10 $ – 20 $',
  '5$, 10$ ou 15$',
  '(2$, 3$)',
  '2$/3$',
  '10$/20$',
  '5$;6$',
  '1$ = 100¢, 2$ = 200¢',
  'von 5$ bis 10$',
  'de 5$ à 10$',
  'entre 5 $ et 10 $',
  '5,50$ o 6,50$',
  '1.000$ y 2.000$',
  'от 5$ до 10$',
  '5$~10$',
  '5$에서 10$까지',
  '5$から10$まで',
  '从5$到10$',
  '٥$ و ١٠$',
  '५$ से १०$',
  'zwischen 100$ und 200$ im Monat',
  '100$/mois, 50$/semaine',
  '10$+tax, 20$+tax',
  '**10$** – **20$**',
  '10$, 20$, 30$ et 40$',
  'a 5$ fee and a 10$ fee',
  '3$ x 4$',
  '10k$–20k$',
  // Before the number
  'costs $5 and $6',
  'from $5-$6',
  '$5–$10',
  '$5/$10',
  '$5, $10',
  '$5 to $10',
  '$20,000 and $30,000',
  '$1.5M–$2M',
  '$5k/$10k',
  '($5, $6)',
  '**$5** or **$6**',
  '$5.00/month ($50.00/year)',
  '~$5–$6',
  '$5+$6',
  '+$5, -$6',
  '<$5, >$6',
  '≈$5 ≈$6',
  '$.50 and $.75',
  '"$5" or "$6"',
  '$5|$6',
  '$5, or $6?',
  'entre $5 y $10',
  'de $5 a $10',
  '从$5到$10',
  '$5에서 $10까지',
  // With a currency before the sign
  'US$10, or R$ 50',
  'US$10–US$20',
  'R$ 50 e R$ 60',
  'R$50, R$60',
  'A$5 or NZ$6',
  'C$5/US$4',
  'HK$100, S$20',
  'NT$300和HK$75',
  'MX$100 y US$5',
  'CA$5 à CA$6',
  'J$100, TT$5, BZ$2',
  'Z$5, N$6',
  'CLP$5.000 y ARS$900',
  'COP$4.000–COP$5.000',
  'Bs$5 o UYU$8',
  'AU$5 (US$4)',
  '$5 (US$4)',
  '$5 ou R$ 10',
  '$5, R$ 10',
  'R$ 10 ou $5',
  '$5 (A$7) or $6 (A$8)',
  'EC$3, B$4, G$5',
  'FJ$2 and WS$3',
  '€5/$6, €7/$8',
  '€$£ and ¥$₩',
  '$/€ and €/$',
  'the $/€ rate and the €/$ rate',
  '₹$5, ₩$6',
  '£5=$6, £7=$8',
  '5€=6$, 7€=8$',
  // Mixed
  '$5 and 10$',
  '$5 or 10$',
  'from $5 to 10$',
  '$5 bis 10$',
  'de $5 à 10$',
  '$5 and US$',
  '$5 (in US$)',
  '100 USD ($) and 5 CAD ($)',
  'the $ sign and the $',
  '$, €, $',
  'A$ and C$',
  'in US$ or C$',
  '$5から10$',
  '$5至10$',
  '$5에서 10$',
  '$5 до 10$',
  // Names of variables, code and others
  '$HOME/$USER',
  '$HOME and $USER',
  '${HOME}/${USER}',
  '$HOME:$PATH',
  '"$HOME"/"$USER"',
  '$1,$2',
  '$a->$b',
  'a$b$c',
  'x$y$z',
  'jQuery $ and $.ajax',
  'Ke$ha and A$AP',
  'Micro$oft, $hort and Too $hort',
  'regex ^a$|^b$',
  'A1:$B$2',
  '$A$1:$B$2',
  '=$A$1+$B$1',
  'save $$ and money',
  'cash $ money',
  '5 $ 6 $',
  '$ 5 $',
];

const FORMULAS: readonly string[] = [
  '$x$',
  '$x^2$',
  '$a+b$',
  '$E=mc^2$',
  '$\\pi$',
  '$\\frac{1}{2}$',
  '$n$-th',
  '$k$-means',
  '($x$)',
  '"$x$"',
  '$x$, $y$ and $z$',
  '$x$; $y$.',
  '$x$/$y$',
  '$2$',
  '$3x$',
  '$5 - 3$',
  '$2 + 2$',
  '$100$',
  '$1/2$',
  '$0.5$',
  '$2x + 3y$',
  '$O(n)$',
  '$O(n log n)$',
  '$n log n$',
  '$sin x$',
  '$2 log 10$',
  '$7 mod 3$',
  '$2 x 3$',
  '$f(x)$',
  '$(a, b)$',
  '$\\{1, 2\\}$',
  '$[0, 1]$',
  '$|x|$',
  '$-1$',
  '$+1$',
  '$x_1, x_2$',
  '$\\alpha$',
  '$\\mathbb{R}$',
  '$5\\text{ km}$',
  '$5 km$',
  '$a$은',
  '$a$と$b$',
  '集合$A$',
  '함수 $f$는',
  '$\\text{수식} = x$',
  '$속도 = 거리 / 시간$',
  '**$x$**',
  '*$x$*',
  '| $x$ |\n|---|\n| a |',
  '- $x$',
  '# $x$',
  '> $x$',
  '[$x$](/a)',
  '$$x$$',
  '$$\nx\n$$',
  '```math\nx\n```',
  '$`a^2`$',
  'so $`a^2`$, $`b`$.',
  '$`x $ y`$',
  '$`5`$',
  'costs $5, and $x$',
  '$\\$5$',
  'α=$\\alpha$',
  '—$x$—',
  '…$x$',
  '$x$%',
  '$x$!',
];

describe('dollar signs', () => {
  it.each(PRICES)('[9.formulas] of prices stay text: %j', (text) => {
    const { html, text: words } = render(text);
    expect(html).not.toMatch(/<math|class="formula"/);
    expect(words.split('$')).toHaveLength(text.split('$').length);
  });

  it.each(FORMULAS)('[9.formulas] of a formula make a formula: %j', (text) => {
    expect(isFormula(text)).toBe(true);
  });

  it('[9.formulas] are as many as promised', () => {
    expect([PRICES.length >= 120, FORMULAS.length >= 60]).toEqual([true, true]);
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
  it.each([
    '\\(a^2 + b^2\\)',
    'where \\(x\\) and \\(n\\) are numbers',
    'so \\( f(x) \\) is',
    'let \\(\\alpha\\)',
    '함수 \\(f\\)는',
    '若\\(x>0\\)则',
    '\\(v = distance / time\\)',
    '\\(\\text{speed}\\)',
    '\\(\\sin x + \\cos x\\)',
    '- so \\(x\\)\n- b',
    '| a |\n|---|\n| \\(x\\) |',
    '\\[ E = mc^2 \\]',
    '\\[\nE = mc^2\n\\]',
    '\\[\na\n+ b\n- c\n\\]',
    'so\n\\[\nE = mc^2\n\\]\nand',
    '\\[\\begin{aligned} a &= b \\\\[2pt] c &= d \\end{aligned}\\]',
    '1. a\n\n   \\[ x + y \\]',
    '\\[ x < y \\]',
  ])('[9.formulas] is recognised: %j', (markdown) => {
    const { html, text } = render(markdown);
    expect(html).toContain('<math');
    expect(text).not.toMatch(/\\[()[\]]/);
  });

  it.each([
    '\\(',
    '\\[',
    'a \\( b',
    'a \\) b \\(',
    '\\(x',
    '\\(x\n\ny\\)',
    '\\(see below\\)',
    'one \\(or more\\) words',
    'file\\(s\\)',
    '\\(선택\\)',
    '\\(да\\)',
    '\\[note\\]',
    '\\[1\\]',
    'as shown \\[3\\]',
    '\\[x\\]',
    '- \\[x\\] done',
    '\\[link\\](/a)',
    '\\[a=b\\](/a)',
    '\\[a=b\\][c]',
    '\\[a=b\\]: /c',
    '\\[\\[page\\]\\]',
    '\\[\\_a\\_\\]',
    '\\[a-z\\]+',
    '\\[type=text\\] is',
    '\\( \\)',
    '\\\\(x\\\\)',
    '`\\(x\\)`',
    '    \\[ x = y \\]',
    '\\(a `b\\)` c',
    '\\[ [a](b=c) \\]',
  ])('[9.formulas] is not recognised: %j', (markdown) => {
    expect(isFormula(markdown)).toBe(false);
  });

  it('[9.formulas] is displayed in square brackets, and stays within its link', () => {
    expect(render('a \\[x=y\\] b').html).toContain('<math display="block"');
    expect(render('a \\(x=y\\) b').html).not.toContain('display="block"');
    expect(render('[a \\(x\\)](/b)').html).toMatch(/^<p><a href="\/b"[^>]*>a <math>.*<\/a><\/p>$/);
  });
});
