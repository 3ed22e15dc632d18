import { describe, expect, it } from 'vitest';
import { isSince } from '../../../deploy/cluster/local/packages.js';

describe('the check of a program version', () => {
  it.each([
    ['3.0.2', '3.0.3', false],
    ['3.0.3', '3.0.3', true],
    ['3.0.10', '3.0.3', true],
    ['4.0', '3.0.3', true],
    ['1.18.0', '1.21', false],
    ['1.9', '1.21', false],
    ['1.21.0', '1.21', true],
  ])('compares %s with %s number by number', (version, wanted, expected) => {
    expect(isSince(version, wanted)).toBe(expected);
  });
});
