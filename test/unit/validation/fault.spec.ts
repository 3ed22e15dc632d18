import { describe, expect, it } from 'vitest';
import { presentable } from '../../../src/platform/validation/fault.js';

const named = (field: string): string => presentable([{ field, message: '' }])[0]!.field;

describe('presentable', () => {
  it('keeps 100 faults in their order and drops the others', () => {
    const faults = Array.from({ length: 101 }, (_, index) => ({ field: `f${index}`, message: '' }));
    expect(presentable(faults)).toEqual(faults.slice(0, 100));
  });

  it('keeps a name of 100 characters and cuts a longer one', () => {
    expect(named('a'.repeat(100))).toBe('a'.repeat(100));
    expect(named('a'.repeat(101))).toBe('a'.repeat(100));
  });

  it('counts code points, not halves of them', () => {
    expect(named('\u{1F600}'.repeat(101))).toBe('\u{1F600}'.repeat(100));
  });

  it('leaves no unpaired surrogate in a name', () => {
    expect(named('a\uD800b')).toBe('a\uFFFDb');
  });
});
