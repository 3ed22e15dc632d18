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
import type { WorkBudget } from './work-budget.js';

const MORE = { dart, dockerfile, elixir, haskell, http, latex, nginx, powershell, protobuf, scala };
// Registering is cheap: highlight.js compiles a grammar when a block first uses it.
for (const [name, grammar] of Object.entries(MORE)) hljs.registerLanguage(name, grammar);

/** The code as HTML with classes. `undefined`: unknown language (never guessed), no budget left, or failed grammar. */
export function highlight(code: string, language: string, budget: WorkBudget): string | undefined {
  if (!hljs.getLanguage(language) || !budget.takeCode(code.length)) return undefined;
  try {
    return hljs.highlight(code, { language, ignoreIllegals: true }).value;
  } catch {
    return undefined;
  }
}
