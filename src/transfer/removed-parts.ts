import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { type InlinePart, SourcePositions } from './source-positions.js';

/** A text without the parts that only another tool reads. */
export interface PlainText {
  readonly content: string;
  /** Number of parts that were removed or became Markdown. */
  readonly removed: number;
}

/** A place in the text of a parser, in a line of it. */
export type Place = readonly [line: number, offset: number];

interface BlockPart {
  readonly from: Place;
  readonly to: Place;
  readonly left?: string | undefined;
}

/** What the rules of a parser have found in a text. The service parses one text at a time, without waiting. */
let inlineParts: (InlinePart & Pick<BlockPart, 'left'>)[] = [];
let blockParts: BlockPart[] = [];

/**
 * Removes a part of inline content.
 * @param left what stays in its place; by default, the line ends
 */
export function removeInline(state: StateInline, start: number, end: number, left?: string): void {
  inlineParts.push({ siblings: state.tokens, start, end, left });
}

/**
 * Removes a part of blocks.
 * @param left what stays in its place; by default, the line ends
 */
export function removeBlock({ src }: StateBlock, from: Place, to: Place, left?: string): void {
  const column = ([line, at]: Place): Place => [line, at - src.lastIndexOf('\n', at - 1) - 1];
  blockParts.push({ from: column(from), to: column(to), left });
}

/**
 * Removes the indentation below a tag, up to the next line that is no deeper than the tag. For the parser it is removed
 * at once, so that what stands there is parsed as it will be read.
 */
export function dedentBelow(state: StateBlock, tag: number, from: number, endLine: number): void {
  const { src, bMarks, tShift, sCount, bsCount, blkIndent } = state;
  const first = state.skipEmptyLines(from);
  if (first >= endLine) return;
  const width = sCount[first]! - blkIndent;
  for (let line = first; line < endLine; line += 1) {
    if (state.isEmpty(line)) continue;
    if (sCount[line]! <= sCount[tag]!) return;
    const most = Math.min(width, sCount[line]! - blkIndent);
    let [signs, columns] = [0, 0];
    for (; signs < tShift[line]!; signs += 1) {
      const isTab = src[bMarks[line]! + signs] === '\t';
      const next = columns + (isTab ? 4 - ((columns + bsCount[line]!) % 4) : 1);
      if (next > most) break;
      columns = next;
    }
    if (signs === 0) continue;
    const start = bMarks[line]!;
    removeBlock(state, [line, start], [line, start + signs], '');
    bMarks[line] = start + signs;
    tShift[line]! -= signs;
    sCount[line]! -= columns;
  }
}

const ends = new WeakMap<object, Map<RegExp, { readonly from: number; readonly end: number }>>();

/**
 * Returns the place after the next `mark`; `undefined` if there is none. Looks only once through what has none, so that
 * many beginnings with one end, or without, take linear time.
 */
export function endAfter(
  state: StateBlock | StateInline,
  from: number,
  mark: RegExp,
): number | undefined {
  const found = ends.get(state) ?? new Map<RegExp, { from: number; end: number }>();
  ends.set(state, found);
  const known = found.get(mark);
  let end = known && known.from <= from && from < known.end ? known.end : undefined;
  if (end === undefined) {
    mark.lastIndex = from;
    end = mark.test(state.src) ? mark.lastIndex : Infinity;
    found.set(mark, { from, end });
  }
  return end === Infinity ? undefined : end;
}

/**
 * Parses a text, and removes what the rules of the parser have found; the parser uses `rememberInlines`. A text with too
 * many parts stays as it is.
 */
export function without(parser: MarkdownIt, text: string): PlainText {
  [inlineParts, blockParts] = [[], []];
  try {
    parser.parse(text, {});
  } catch (error) {
    // A release of the document reports this fault.
    if (error instanceof RangeError) return { content: text, removed: 0 };
    throw error;
  }
  const positions = new SourcePositions(text);
  const ranges: [from: number, to: number, left: string | undefined][] = [];
  let removed = 0;
  for (const part of inlineParts) {
    const place = positions.ofInline(part);
    if (!place) continue;
    ranges.push([place.start, place.end, part.left]);
    removed += 1;
  }
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
  const offset = ([line, column]: Place): number => starts[line]! + column;
  for (const { from, to, left } of blockParts) {
    ranges.push([offset(from), offset(to), left]);
    // Indentation and empty lines are no part.
    if (left?.trim() !== '') removed += 1;
  }
  ranges.sort(([one], [other]) => one - other);
  let [content, end] = ['', 0];
  for (const [from, to, left = text.slice(from, to).replaceAll(/[^\r\n]+/g, '')] of ranges) {
    if (from < end) continue;
    content += text.slice(end, from) + left;
    end = to;
  }
  return { content: content + text.slice(end), removed };
}
