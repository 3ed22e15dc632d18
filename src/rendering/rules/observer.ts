import type { Env, MarkdownIt, Token } from 'markdown-it';

/** Gets the tokens of a document while it is parsed, and changes nothing. */
export type Observer = (tokens: readonly Token[]) => void;

const OBSERVER = Symbol('observer');

/** Makes an environment in which `PARSER` shows the tokens to an observer before it filters their HTML. */
export const observedBy = (look: Observer): Env => ({ [OBSERVER]: look });

/** Adds the rule that calls the observer. It runs before the filter of HTML, which drops unknown tags. */
export function observer(md: MarkdownIt): void {
  md.core.ruler.push('observer', ({ env, tokens }) => {
    (env[OBSERVER] as Observer | undefined)?.(tokens);
  });
}
