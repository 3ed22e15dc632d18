import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFault, readConfig } from '../../../src/platform/config/config.js';

const folder = mkdtempSync(join(tmpdir(), 'imprimatur-look-'));

function faultOf(environment: Record<string, string>): string | undefined {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    return (error as ConfigFault).lines.join('\n');
  }
}

function logoFault(content: string | Buffer): string | undefined {
  const file = join(folder, 'logo');
  writeFileSync(file, content);
  return faultOf({ SITE_LOGO: file })?.match(/The file (.*)\.$/)?.[1];
}

const svg = (inside: string, more = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"${more}>${inside}</svg>`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('SITE_LOGO', () => {
  it.each([
    ['a drawing', svg('<path d="M0 0h1" fill="url(#a)"/><title>A &amp; B</title>'), 4],
    ['a drawing with a prologue', `<?xml version="1.0"?>\n${svg('<g><!-- x --></g>')}\n`, 4],
    ['a drawing with a label', svg('', ' role="img" aria-label="Q&amp;A: a@b.example"'), 4],
    ['a PNG', PNG, 1],
  ])('[11.site-logo] can be %s', (_kind, content, ratio) => {
    const file = join(folder, 'good');
    writeFileSync(file, content);
    expect(readConfig({ SITE_LOGO: file }).siteLogo?.ratio).toBe(ratio);
  });

  it.each([
    [svg('<script>alert(1)</script>'), 'has the element <script>'],
    [svg('<foreignObject/>'), 'has the element <foreignObject>'],
    [svg('<a href="#x"/>'), 'has the element <a>'],
    [svg('<animate attributeName="href"/>'), 'has the element <animate>'],
    [svg('', ' onload="alert(1)"'), 'has the event handler onload'],
    [svg('<g ONCLICK="x"/>'), 'has the event handler ONCLICK'],
    [svg('<use href="https://a.example/#x"/>'), 'refers to something outside the file (href)'],
    [
      svg('<use xlink:href="data:image/svg+xml,x"/>'),
      'refers to something outside the file (xlink:href)',
    ],
    [svg('<g style="fill:url(//a.example)"/>'), 'refers to something outside the file (style)'],
    [svg('<style>@import "x";</style>'), 'refers to something outside the file (style)'],
    [svg('<style>g{fill:u\\72l(x)}</style>'), 'refers to something outside the file (style)'],
    [svg('<g style="fill:&#117;rl(x)"/>'), 'has an entity'],
    [svg('<title>&x;</title>'), 'has an entity'],
    [
      `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`,
      'is not plain SVG at "<!DOCTYPE svg [<!ENTITY x \\"y\\">"',
    ],
    [
      `<?xml-stylesheet href="x"?>${svg('')}`,
      'is not plain SVG at "<?xml-stylesheet href=\\"x\\"?><sv"',
    ],
    [svg('<![CDATA[x]]>'), 'is not plain SVG at "<![CDATA[x]]></svg>"'],
    [svg('<g>'), 'is not well-formed at </svg>'],
    [svg('') + svg(''), 'does not have one <svg> as its root'],
    ['<svg viewBox="0 0 1 1"/>', 'lacks the xmlns of SVG'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'has no viewBox'],
    [PNG.subarray(0, 40), 'is not a complete PNG'],
    ['x'.repeat(100_001), 'has 100001 bytes'],
    ['', 'is not well-formed'],
  ])('[11.site-logo] is refused: %s', (content, fault) => {
    expect(logoFault(content)).toBe(fault);
  });

  it('[11.site-logo] is refused if there is no such file, in one line with all other faults', () => {
    const fault = faultOf({ SITE_LOGO: join(folder, 'none'), PORT: 'x' });
    expect(fault).toMatch(/^PORT=.*\nSITE_LOGO=.* The file cannot be read\.$/);
  });
});

describe('SITE_ACCENT', () => {
  it.each([
    ['#0A5585', { light: '#0a5585', dark: '#a4c0d2' }],
    ['#0a5585, #8ec5ee', { light: '#0a5585', dark: '#8ec5ee' }],
  ])('[11.site-accent] can be %s', (value, accent) => {
    expect(readConfig({ SITE_ACCENT: value }).siteAccent).toEqual(accent);
  });

  it.each(['#ffd400', '#ffffff', '#777777', '#0a5585,#333333'])(
    '[11.site-accent] %s is refused, and the colours that the fault names are accepted',
    (value) => {
      const [, named] = /The nearest colours with enough contrast are (\S+)\.$/.exec(
        faultOf({ SITE_ACCENT: value })!,
      )!;
      expect(faultOf({ SITE_ACCENT: named! })).toBeUndefined();
    },
  );

  it.each(['red', '#fff', '#0a5585;x:y'])('[11.site-accent] is refused: %s', (value) => {
    expect(faultOf({ SITE_ACCENT: value })).toMatch(/the light and the dark pages\.$/);
  });
});

describe('SITE_FOOTER', () => {
  it('[11.site-footer] is text with links', () => {
    const { siteFooter } = readConfig({ SITE_FOOTER: 'A [b](/en/b) · [c d](mailto:c@d.example)' });
    expect(siteFooter).toEqual([
      'A ',
      { text: 'b', href: '/en/b' },
      ' · ',
      { text: 'c d', href: 'mailto:c@d.example' },
    ]);
  });

  it.each([
    '[x](javascript:alert)',
    '[x](//a.example)',
    '[x](page)',
    'two\nlines',
    'x'.repeat(501),
  ])('[11.site-footer] is refused: %j', (value) => {
    expect(faultOf({ SITE_FOOTER: value })).toContain('SITE_FOOTER=');
  });
});
