import { describe, expect, it } from 'vitest';
import { unquoted } from '../../../src/writes/idempotency-key.js';

describe('the quotation marks of a structured-field string', () => {
  it.each([
    ['"order-7"', 'order-7'],
    ['order-7', 'order-7'],
    ['""', ''],
    ['"half', '"half'],
    ['half"', 'half"'],
    ['""twice""', '"twice"'],
  ])('are removed once, and only around the whole value: %s', (header, key) => {
    expect(unquoted(header)).toBe(key);
  });
});
