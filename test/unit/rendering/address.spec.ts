import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../src/rendering/address.js';

describe('an address', () => {
  it.each([
    ['https://x.test/y', 'https:'],
    ['HTTPS://x.test', 'https:'],
    ['https:x.test', 'https:'],
    ['//x.test', 'https:'],
    ['/\\x.test', 'https:'],
    ['\\\\x.test', 'https:'],
    ['/\t/x.test', 'https:'],
    ['mailto:a@x.test', 'mailto:'],
    ['javascript:alert(1)', 'javascript:'],
    ['\u0001 JavaScript:alert(1)', 'javascript:'],
    ['java\nscript:alert(1)', 'javascript:'],
    ['data:,x', 'data:'],
  ])('is read as browsers read it: %j has the scheme %s', (written, scheme) => {
    expect(readAddress(written)?.scheme).toBe(scheme);
  });

  it.each(['', '#a', '?a=b:c', '/a', 'a/b:c', './a', '../a', 'a%3Ab'])(
    '%j is relative, and is returned unchanged',
    (written) => {
      expect(readAddress(written)).toEqual({ href: written, scheme: null });
    },
  );

  it.each(['https://', 'http://a b', '//', 'https://x.test:99999', "'https://x.test'"])(
    '%j is invalid',
    (written) => {
      expect(readAddress(written)).toBeUndefined();
    },
  );
});
