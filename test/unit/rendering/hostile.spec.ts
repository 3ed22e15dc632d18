import { array, assert, constantFrom, property } from 'fast-check';
import { describe, it } from 'vitest';
import { expectHarmless } from './harmless.js';
import { CONTENTS } from '../../site/hostile/corpus.js';

const FRAGMENTS = [
  '[ ] ( ) < > ! " \' ` ``` * _ ~~ | \\ & ; : - + @ # = a 1.',
  '$ $$ $x$ $\\frac $\\text{ \\href{ </math> <math> <mtext> <details> <summary> <kbd> </kbd> <p> <dl> <ruby> [!NOTE]',
  '[^1] [^1]: |-|\n ![ ]( [x]: <a <br> </p> <!-- --> <script> </script> <img <style> <svg>',
  'javascript: data: https:// // www. onerror= src= href= id= html js',
  '&#106; &colon; &Tab; &lt; &gt; &quot; \u0000 \u202e 한',
]
  .flatMap((line) => line.split(' '))
  .concat('\n', '\n\n', ' ', '    ', '\t', '- ', '> ', '# ', '- [ ] ', '[^1]: ', '```html\n');

describe('a hostile document', () => {
  it.each(CONTENTS)('with %s is harmless, also in a quotation, table or heading', (_, markdown) => {
    expectHarmless(markdown);
    const line = markdown.replaceAll('\n', ' ');
    expectHarmless(`> ${markdown.replaceAll('\n', '\n> ')}`);
    expectHarmless(`- [ ] ${markdown.replaceAll('\n', '\n  ')}`);
    expectHarmless(`| a | ${line} |\n|---|---|\n| ${line} | b |`);
    expectHarmless(`# ${line}\n\n${line}\n---`);
    expectHarmless(`a[^1] **${line}** [${line}](https://x.test)\n\n[^1]: ${line}`);
  });

  it('stays harmless with hostile fragments in random order', () => {
    const anything = array(constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 40 });
    assert(
      property(anything, (fragments) => {
        expectHarmless(fragments.join(''));
      }),
      { numRuns: 500 },
    );
  });
});
