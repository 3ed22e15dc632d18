import type { ElementContent } from 'hast';
import { all, common, createLowlight } from 'lowlight';

const MORE = 'dart dockerfile elixir haskell http latex nginx powershell protobuf scala'.split(' ');

/** Registering is cheap: a grammar is compiled when a block first asks for it. */
const lowlight = createLowlight(common);
for (const name of MORE) {
  const grammar = all[name];
  if (grammar) lowlight.register(name, grammar);
}

/**
 * The code in elements with classes, or `undefined` if it stays as it is: the language is not known
 * by this name or alias, or its grammar gave up. A language is never guessed.
 */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  try {
    return lowlight.highlight(language, code).children.filter((node) => node.type !== 'doctype');
  } catch {
    return undefined;
  }
}
