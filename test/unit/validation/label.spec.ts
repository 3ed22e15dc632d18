import { describe, expect, it } from 'vitest';
import { label, labelFault, LabelInvalid } from '../../../src/platform/validation/label.js';

describe('label', () => {
  it('trims a name', () => {
    expect(label('  The desk\n')).toBe('The desk');
  });

  it('takes 120 characters after trimming', () => {
    expect(label(` ${'\u{1F600}'.repeat(120)} `)).toBe('\u{1F600}'.repeat(120));
  });

  it.each(['', '   ', 'a'.repeat(121), 'two\nlines', 'a\u0000', '\uD800', 'a\u202Eb'])(
    'refuses %j and says why',
    (text) => {
      expect(() => label(text)).toThrow(LabelInvalid);
      expect(labelFault(text)).toMatch(/^must /);
    },
  );
});
