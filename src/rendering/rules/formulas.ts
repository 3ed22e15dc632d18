import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { note } from './token-meta.js';

const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Whether the character at `at` follows an unescaped backslash. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

/**
 * Finds the mark that ends the formula whose content begins at `from`; -1 if there is no such mark. Only the next
 * unescaped mark can end the formula. For example, `$5 or $6` is no formula, because the mark before `6` follows a
 * space. Each search stops at the next mark, so all searches together take linear time.
 */
function closing(text: string, mark: string, from: number): number {
  let at = text.indexOf(mark, from);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf(mark, at + 1);
  if (mark === '$$' || at === -1) return at;
  if (isSpace(text[at - 1]) || /\d/.test(text[at + 1] ?? '')) return -1;
  return isInCode(text, from, at) ? -1 : at;
}

/** Whether `at` is in a code span that begins after `from`. A backquote that has no partner is a TeX quotation mark. */
function isInCode(text: string, from: number, at: number): boolean {
  const marks = text.slice(from, at).split('`').length - 1;
  return marks % 2 === 1 && text.includes('`', at);
}

/**
 * Parses `$$…$$` and `$…$`. To keep prices as text, `$…$` is no formula in three cases: a space follows the first mark;
 * a space precedes the last mark; a digit follows the last mark (contract 9).
 */
function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const mark = src[pos + 1] === '$' ? '$$' : '$';
  const from = pos + mark.length;
  if (mark === '$' && isSpace(src[from])) return false;
  const end = closing(src, mark, from);
  if (end === -1 || end >= state.posMax || src.slice(from, end).trim() === '') return false;
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.content = src.slice(from, end);
    note(token, { display: mark === '$$' });
  }
  state.pos = end + mark.length;
  return true;
}

/**
 * Parses a block without blank lines, from `$$` at the beginning of a line to `$$` at the end of the same line or of a
 * later line.
 */
function block(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  if (state.sCount[line]! - state.blkIndent >= 4 || !state.src.startsWith('$$', start))
    return false;
  let last = line;
  let text = state.src.slice(start + 2, state.eMarks[line]).trimEnd();
  while (!text.endsWith('$$')) {
    last += 1;
    if (last >= endLine || state.isEmpty(last) || state.sCount[last]! < state.blkIndent)
      return false;
    text = state.getLines(last, last + 1, state.blkIndent, false).trimEnd();
  }
  const lines = state.getLines(line, last + 1, state.blkIndent, false).trim();
  const content = lines.slice(2, -2);
  if (content.trim() === '' || content.includes('$$')) return false;
  if (silent) return true;
  const token = state.push('formula_block', '', 0);
  token.block = true;
  token.content = content;
  token.map = [line, last + 1];
  state.line = last + 1;
  return true;
}

/** Adds parser rules for TeX formulas between dollar signs. `codeBlock` makes the formulas of `math` code blocks. */
export function formulas(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'formula_block', block);
  md.inline.ruler.before('escape', 'formula', inline);
}
