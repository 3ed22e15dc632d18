import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { endAfter, removeBlock, removeInline } from './removed-parts.js';

/** What begins and ends a comment: of Obsidian, of Liquid in Jekyll, of Hugo, and of MDX. */
const COMMENTS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/(?<!%)%%(?!%)/y, /(?<!%)%%(?!%)/g],
  [/\{%-? *comment *-?%\}/y, /\{%-? *endcomment *-?%\}/g],
  [/\{\{[<%] *comment *[%>]\}\}/y, /\{\{[<%] *\/ *comment *[%>]\}\}/g],
  [/\{\/\*/y, /\*\/\}/g],
];

/** Removes what authors hid from their readers, outside of code. A comment may hold blocks if it begins a line. */
export function comments(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.block.ruler.before('fence', 'comment_block', commentBlock, { alt });
  md.inline.ruler.before('link', 'comment', (state, silent) => {
    const end = commentEnd(state, state.pos);
    if (end === undefined) return false;
    if (!silent) removeInline(state, state.pos, end);
    state.pos = end;
    return true;
  });
}

function commentEnd(state: StateBlock | StateInline, at: number): number | undefined {
  const { src } = state;
  if (src[at] !== '%' && src[at] !== '{') return undefined;
  for (const [begin, end] of COMMENTS) {
    begin.lastIndex = at;
    if (begin.test(src)) return endAfter(state, begin.lastIndex, end);
  }
  return undefined;
}

function commentBlock(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, eMarks, tShift, sCount } = state;
  const start = bMarks[line]! + tShift[line]!;
  const end = commentEnd(state, start);
  if (end === undefined || end > eMarks[endLine - 1]!) return false;
  let last = line;
  while (eMarks[last]! < end) last += 1;
  const rest = src.slice(end, eMarks[last]);
  const isWhole = rest.trim() === '';
  // A comment with text behind it in its line is inline.
  if (last === line && !isWhole) return false;
  if (silent) return true;
  removeBlock(state, [line, start], [last, end]);
  if (!isWhole) {
    [bMarks[last], tShift[last]] = [end, rest.length - rest.trimStart().length];
    sCount[last] = state.blkIndent;
  }
  state.line = isWhole ? last + 1 : last;
  return true;
}
