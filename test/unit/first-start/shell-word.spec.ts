import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/first-start.js';

/** Characters with a special meaning in a shell. */
const SPECIAL = Array.from(` '"\`$\\!*?~#&;|<>(){}[]\n\t`);

describe('a word of the shell', () => {
  it('is the text itself if the shell does not interpret it', () => {
    expect(shellWord('/var/lib/.data/demo-key')).toBe('/var/lib/.data/demo-key');
  });

  it('is read by the shell as the original text', () => {
    const texts = [...SPECIAL, ...SPECIAL.map((sign) => `a${sign}b`), SPECIAL.join(''), "''", ''];
    const script = `printf '%s\\0' ${[...texts, '문서'].map(shellWord).join(' ')}`;
    const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(read.split('\0')).toEqual([...texts, '문서', '']);
  });
});
