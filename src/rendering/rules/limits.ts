import type { MarkdownIt, StateBlock } from 'markdown-it';

/**
 * Containers inside one another: a list counts twice. markdown-it drops what is deeper without a word,
 * and its inline rules cost as much as text may be nested.
 */
export const MAX_NESTING = 100;

/** Refuses a document before markdown-it would drop a part of it. */
function refuseDeepNesting(state: StateBlock): boolean {
  if (state.level >= MAX_NESTING - 1) throw new RangeError('The document is nested too deeply.');
  return false;
}

/** @throws RangeError from the parser for a document whose quotations and lists are nested too deeply */
export function limits(md: MarkdownIt): void {
  md.block.ruler.before('table', 'limit', refuseDeepNesting);
}
