import type { ElementContent } from 'hast';
import { all, common, createLowlight } from 'lowlight';

const MORE = 'dart dockerfile elixir haskell http latex nginx powershell protobuf scala'.split(' ');

/**
 * Characters of a block that is still coloured. Some grammars take time with the square of a line's
 * length: a second or two at this size, minutes for the longest document.
 */
const LONGEST_CODE = 20_000;

/** Registering is cheap: a grammar is compiled when a block first asks for it. */
const lowlight = createLowlight(common);
for (const name of MORE) {
  const grammar = all[name];
  if (grammar) lowlight.register(name, grammar);
}

/**
 * The code in elements with classes, or `undefined` if it stays as it is: the language is not known
 * by this name or alias, the block is very long, or the grammar gave up. A language is never guessed.
 */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  if (code.length > LONGEST_CODE || !lowlight.registered(language)) return undefined;
  try {
    return lowlight.highlight(language, code).children.filter((node) => node.type !== 'doctype');
  } catch {
    return undefined;
  }
}
