import { execFileSync } from 'node:child_process';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/first-start.js';

/** Two letters, and characters with a special meaning in a shell. */
const SPECIAL = Array.from(`ab '"\`$\\!*?~#&;|<>(){}[]\n\t`);

const asShellReadsIt = (word: string): string =>
  execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });

describe('a word of the shell', () => {
  it('is the text itself if the shell does not interpret it', () => {
    expect(shellWord('/var/lib/.data/demo-key')).toBe('/var/lib/.data/demo-key');
  });

  it.each(["it's", 'a b', '$HOME', '`id`', 'a\nb', '"', '\\', '*', '', '문서', "''"])(
    'is read by the shell as the original text: %j',
    (text) => {
      expect(asShellReadsIt(shellWord(text))).toBe(text);
    },
  );

  it('is read by the shell as the original text, for random texts of special characters', () => {
    assert(
      property(
        string({ unit: constantFrom(...SPECIAL), maxLength: 12 }),
        (text) => asShellReadsIt(shellWord(text)) === text,
      ),
      { numRuns: 15 },
    );
  });
});
