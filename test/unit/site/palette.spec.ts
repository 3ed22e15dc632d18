import { describe, expect, it } from 'vitest';
import { STYLE_SHEET } from '../../../src/site/style-sheet.js';

const schemes = [...STYLE_SHEET.text.matchAll(/--paper[^}]*/g)].map(([block]) =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, hex]) => [name, hex]),
  ),
);

/** Returns the relative luminance of a colour as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([
  ['light', schemes[0]!],
  ['dark', schemes[1]!],
])('the %s palette', (_name, colours) => {
  const of = (name: string): string => colours[name]!;

  it.each(['ink', 'soft', 'link', 'visited'])(
    'has enough contrast for %s on every background',
    (text) => {
      for (const ground of ['paper', 'raised']) {
        expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['comment', 'keyword', 'string', 'number', 'name', 'type'])(
    'has enough contrast for %s in code',
    (part) => {
      expect(contrast(of(`code-${part}`), of('raised'))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('has enough contrast for marked and changed text', () => {
    expect(contrast(of('ink'), of('marked'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('code-string'), of('code-added'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('code-keyword'), of('code-removed'))).toBeGreaterThanOrEqual(4.5);
  });

  it('has enough contrast for the edges of controls', () => {
    expect(contrast(of('edge'), of('paper'))).toBeGreaterThanOrEqual(3);
  });
});
