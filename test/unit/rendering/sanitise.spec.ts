import { serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { sanitised } from '../../../src/rendering/sanitise.js';

const safe = (written: string): string => serialize(sanitised(written));
const ATTACK = '<img src=x onerror=alert(1)><script>alert(1)</script>';

/**
 * Elements whose content a parser reads as text. If such an element is removed, the parser reads the content as HTML.
 */
const RAW_TEXT = 'xmp plaintext title textarea style script iframe noembed noframes noscript';

describe('sanitised HTML', () => {
  it.each(RAW_TEXT.split(' '))('[9.hostile] runs nothing from the content of a <%s>', (name) => {
    for (const written of [`a <${name}>${ATTACK}</${name}> b`, `<p><${name}>${ATTACK}`]) {
      expect(safe(written)).not.toMatch(/<script|<[^>]*onerror/);
      expect(safe(safe(written))).toBe(safe(written));
    }
  });

  it('[9.hostile] keeps the words of thousands of nested elements, but limits their depth', () => {
    for (const name of ['b', 'font', 'div', 'q']) {
      const shown = safe(`<${name}>a`.repeat(20_000));
      expect(shown.match(/a/g)).toHaveLength(20_000);
      expect(shown.match(/<\w/g)?.length ?? 0).toBeLessThanOrEqual(250);
    }
  });
});
