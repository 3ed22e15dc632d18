import hljs from 'highlight.js/lib/common';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import scala from 'highlight.js/lib/languages/scala';

/**
 * Characters of a block that is still coloured. Some grammars take time with the square of a line's
 * length: a second or two at this size, minutes for the longest document.
 */
const MAX_CODE = 20_000;

const MORE = { dart, dockerfile, elixir, haskell, http, latex, nginx, powershell, protobuf, scala };
// Registering is cheap: a grammar is compiled when a block first asks for it.
for (const [name, grammar] of Object.entries(MORE)) hljs.registerLanguage(name, grammar);

/**
 * The code as HTML with classes, or `undefined` if it stays as it is: the language is not known by this
 * name or alias, the block is very long, or the grammar gave up. A language is never guessed.
 */
export function highlight(code: string, language: string): string | undefined {
  if (code.length > MAX_CODE || !hljs.getLanguage(language)) return undefined;
  try {
    return hljs.highlight(code, { language, ignoreIllegals: true }).value;
  } catch {
    return undefined;
  }
}
