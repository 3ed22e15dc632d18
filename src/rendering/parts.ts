import type { MarkdownIt, StateBlock, StateCore } from 'markdown-it';
import { MAX_NESTING, MAX_PARTS } from './bounds.js';

export class TooManyParts extends RangeError {
  override readonly name = 'TooManyParts';
}

/** Stops at a container that is too deep, because markdown-it would silently drop a part of the document. */
function stopInBlocks({ level, tokens }: StateBlock): boolean {
  if (level >= MAX_NESTING - 1) throw new RangeError('The document is nested too deeply.');
  if (tokens.length > MAX_PARTS) throw new TooManyParts();
  return false;
}

/** Parses inline parts like the rule of markdown-it that it replaces, and counts them. */
function inlineUpToLimit({ tokens, md, env }: StateCore): void {
  let parts = tokens.length;
  for (const { type, content, children } of tokens) {
    if (type !== 'inline') continue;
    md.inline.parse(content, md, env, children!);
    parts += children!.length;
    if (parts > MAX_PARTS) throw new TooManyParts();
  }
  if (parts > MAX_PARTS) throw new TooManyParts();
}

/** Makes the parser throw a RangeError for a document that is nested too deeply or has too many parts (contract 2). */
export function limits(md: MarkdownIt): void {
  md.block.ruler.before('table', 'limit', stopInBlocks);
  md.core.ruler.at('inline', inlineUpToLimit);
}

/** The most parts that a line adds, besides those of its marks: a row with one cell, or a paragraph. */
const PARTS_OF_LINE = 6;
/** The most parts that a cell adds: its ends, its line of text, and the text. */
const PARTS_OF_CELL = 4;
/** The most parts that a link adds: its ends, its text, and the text after it. */
const PARTS_OF_LINK = 4;
/** The most parts that a tag adds with the text after it: an embed becomes a link between two empty pieces of HTML. */
const PARTS_OF_TAG = 6;
/** The most parts that a list and its item add. */
const PARTS_OF_ITEM = 4;

const PARTS_OF_MARK: ReadonlyMap<string, number> = new Map([
  ...Array.from('*_~`$&\\>', (mark) => [mark, 2] as const),
  ...Array.from('[:@', (mark) => [mark, PARTS_OF_LINK] as const),
  ['<', PARTS_OF_TAG],
  ['|', PARTS_OF_CELL],
]);
/** What begins an item of a list. */
const ITEM = /(?:[*+-]|\d[.)])(?=\s|$)/g;
/** What begins a link without a mark. */
const ADDRESS = /www\./gi;

/**
 * Returns a number that the parts of a document never exceed. Counts the characters that can begin a part, in linear
 * time and without parsing. In lines without a blank line between them, each line can be a row of a table, which gets as
 * many cells as the widest row.
 */
export function mostParts(markdown: string): number {
  let parts = 0;
  for (const block of markdown.replaceAll(/\r\n?/g, '\n').split(/\n\s*\n/)) {
    const lines = block.split('\n');
    let [widest, cells] = [0, 0];
    for (const line of lines) {
      parts += PARTS_OF_LINE + partsOfMarks(line);
      const pipes = line.split('|').length - 1;
      cells += pipes;
      widest = Math.max(widest, pipes);
    }
    if (widest > 0) parts += ((widest + 1) * lines.length - cells) * PARTS_OF_CELL;
  }
  return parts;
}

function partsOfMarks(line: string): number {
  const items = line.match(ITEM)?.length ?? 0;
  const addresses = line.match(ADDRESS)?.length ?? 0;
  let parts = items * PARTS_OF_ITEM + addresses * PARTS_OF_LINK;
  for (let at = 0; at < line.length; at += 1) parts += PARTS_OF_MARK.get(line[at]!) ?? 0;
  return parts;
}

/** Whether a document can have more than `MAX_PARTS` parts. The result `true` can be wrong. */
export const canHaveTooManyParts = (markdown: string): boolean => mostParts(markdown) > MAX_PARTS;
