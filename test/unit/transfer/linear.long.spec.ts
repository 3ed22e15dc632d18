import { describe, expect, it } from 'vitest';
import { importedTree } from './imported-tree.js';

/** Returns a function that repeats `piece` to a text of at most `length` characters. */
const filled = (piece: string) => (length: number) =>
  piece.repeat(Math.floor(length / piece.length));
const deep = (line: string) => (length: number) => {
  let text = '';
  for (let depth = 0; text.length < length; depth += 1) text += ' '.repeat(depth) + line;
  return text;
};

/** Texts for which looking for the end of each mark anew, or moving each line again and again, takes quadratic time. */
const INPUTS: Readonly<Record<string, (length: number) => string>> = {
  'comments that never end': filled('{/* %% {% comment %}\n'),
  'comments that end elsewhere': (length) =>
    `${filled('> {% comment %}\n\n')(length)}{% endcomment %}`,
  'code that never ends': filled('{% highlight a %}\n'),
  'code that ends elsewhere': (length) =>
    `${filled('> {% highlight a %}\n\n')(length)}{% endhighlight %}`,
  'tags that never end': filled('<A {\n'),
  'components in components': deep('<A>\n'),
  'Markdown in HTML in HTML': deep('<div markdown>\n'),
  'spaces in tags': filled(`<a${' '.repeat(5_000)}>`),
  brackets: filled('['),
  'pairs of brackets': filled('[]'),
  'closing brackets': (length) => `${filled('[')(length / 2)}${filled('](')(length / 2)}`,
  backslashes: (length) => `[a${filled('\\')(length)}](`,
  'line ends': filled('](\n'),
  spaces: (length) => `[a]:\n${filled(' ')(length / 2)}\n[a](\n${filled(' >')(length / 2)}`,
  'block quotes': filled('> [a](\n>'),
  'spaces in a block quote': (length) => `>[a](\n${filled(' ')(length)}>`,
  'markers of lists': filled('- 1. '),
  backticks: filled('`a'),
  'runs of backticks': (length) =>
    Array.from({ length: Math.sqrt(2 * length) }, (_, n) => '`'.repeat(n)).join(' '),
  parentheses: (length) => `[a](${filled('(')(length)}`,
  definitions: filled('[a]:\n'),
  'half links': filled('[a]('),
  quotations: filled('   >'),
  tags: filled('<a href='),
  shortcodes: filled('{{<'),
};

/** Returns the processor time of an import, in ms. */
async function cost(file: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  await importedTree({ [file]: text });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The longest text is shorter than the longest content, because an import does not parse a longer one. */
const LONG = 190_000;
const TIMES = 4;

describe('an import takes time in proportion to the length of the text', () => {
  it.each(Object.entries(INPUTS))(
    '[10.import-mdx] [10.import-marks] [10.import-links] for %s',
    async (_, make) => {
      for (const file of ['en/a.md', 'en/a.mdx']) {
        const [short, long] = [make(LONG / TIMES), make(LONG)];
        // The first try also compiles.
        await cost(file, short);
        // With quadratic time, the long text would take 16 times as long as the short text.
        expect(await cost(file, long)).toBeLessThan((await cost(file, short)) * TIMES * 2 + 400);
      }
    },
  );
});
