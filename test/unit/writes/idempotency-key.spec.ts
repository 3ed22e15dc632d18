import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/platform/problems/problem.js';
import { idempotencyKey, unquoted } from '../../../src/writes/idempotency-key.js';

function codeOf(value: unknown): string | undefined {
  try {
    idempotencyKey(value);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('an idempotency key', () => {
  it.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['the first and the last visible character', '!~'],
    ['quotation marks inside', 'a"b'],
  ])('may be %s', (_form, key) => {
    expect(idempotencyKey(key)).toBe(key);
  });

  it.each([
    ['empty', ''],
    ['256 characters', 'k'.repeat(256)],
    ['a space', ' '],
    ['a space inside', 'a b'],
    ['a tab inside', 'a\tb'],
    ['a line end behind', 'a\n'],
    ['the character before the visible ones', '\x1f'],
    ['the character behind the visible ones', '\x7f'],
    ['a letter that is not ASCII', 'clé'],
    ['a number', 7],
    ['an array', ['k']],
  ])('is invalid when it is %s', (_form, key) => {
    expect(codeOf(key)).toBe('idempotency_key_invalid');
  });

  it.each([undefined, null])('is required: %s', (value) => {
    expect(codeOf(value)).toBe('idempotency_key_required');
  });
});

describe('the quotation marks of a structured-field string', () => {
  it.each([
    ['"order-7"', 'order-7'],
    ['order-7', 'order-7'],
    ['""', ''],
    ['"half', '"half'],
    ['half"', 'half"'],
    ['""twice""', '"twice"'],
  ])('are taken off once, around the whole value: %s', (header, key) => {
    expect(unquoted(header)).toBe(key);
  });
});
