import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { note } from './token-meta.js';

const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

/** Letters of scripts that are written beside a formula without a space, as in 함수 $f$는. */
const UNSPACED = String.raw`\p{sc=Hang}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`;
/** A letter, digit or currency sign. After it, a dollar sign is part of a price or name: `US$10`, `10$`. */
const BEFORE_PRICE = new RegExp(String.raw`[[\p{L}\p{M}\p{N}\p{Sc}]--[${UNSPACED}]]$`, 'v');
/** A letter, a digit or a brace. Before it, a dollar sign begins a price or the name of a variable: `$5`, `${HOME}`. */
const AFTER_DOLLAR = new RegExp(String.raw`^[[\p{L}\p{N}\{]--[${UNSPACED}]]`, 'v');
/** Signs that prices do not have. */
const TEX = /[\\^_{}=+*<>|]/;
/** Words that formulas have, also without a backslash. */
const FUNCTIONS = /(?<!\p{L})(?:sin|cos|tan|log|ln|lg|exp|min|max|lim|mod|gcd|det|x)(?!\p{L})/gu;
/** Letters other than the Latin and Greek ones that TeX has. */
const OTHER_LETTER = /(?![\p{sc=Latn}\p{sc=Grek}])\p{L}/u;
/** The currency of a price that begins with letters: R in `R$`. */
const CURRENCY = /(?:^|[\s\p{P}])\p{Lu}{1,3}$/u;

/**
 * Whether a text between two dollar signs is part of a sentence with prices: `$5 and 10$`, `$5 ou R$`. Such a text has
 * no sign of TeX. It begins with a number, a slash or the end of brackets, and has a word or ends with a currency.
 */
function isBetweenPrices(text: string): boolean {
  if (TEX.test(text)) return false;
  if (OTHER_LETTER.test(text)) return true;
  if (!/^[\d.,/)]/.test(text)) return false;
  const words = text.replace(FUNCTIONS, '');
  return (
    CURRENCY.test(words) || (/(?<![\d\p{L}])\p{L}+[\s\p{P}]/u.test(words) && !/\p{L}$/u.test(words))
  );
}

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
  if (isSpace(text[at - 1]) || AFTER_DOLLAR.test(text.slice(at + 1, at + 3))) return -1;
  return isInCode(text, from, at) || isBetweenPrices(text.slice(from, at)) ? -1 : at;
}

/** Whether `at` is in a code span that begins after `from`. A backquote that has no partner is a TeX quotation mark. */
function isInCode(text: string, from: number, at: number): boolean {
  const marks = text.slice(from, at).split('`').length - 1;
  return marks % 2 === 1 && text.includes('`', at);
}

/** Finds the end of a formula as GitHub also writes it: a code span between dollar signs. */
function closingCode(text: string, from: number): number {
  const at = text.indexOf('`', from);
  return at > from && text[at + 1] === '$' && !AFTER_DOLLAR.test(text.slice(at + 2, at + 4))
    ? at
    : -1;
}

/** A command, or a sign that words do not have. */
const COMMAND = /\\[a-z]/i;
const SIGN = /(?<!\\)[\^_=]/;
const OPERATOR = /[-+*/<>|!']/;
/** A word of a sentence: three letters or more that are no command, or letters that TeX does not have. */
const WORD = /(?<![\\\p{L}])\p{L}{3}/u;
/** What follows the text of a link: `\[a\](b)`. */
const LINK_END = /^[([:]/;

/**
 * Whether TeX could mean the text between `\(` and `\)`, or between `\[` and `\]`. Square brackets need more, because
 * they are also written around numbers and marks, unless the formula is a block.
 */
function couldBeTex(text: string, isSquare: boolean, isBlock: boolean): boolean {
  if (text.trim() === '' || /\]\(|\n[ \t]*\n/.test(text)) return false;
  if (COMMAND.test(text)) return true;
  if (OTHER_LETTER.test(text)) return false;
  const isSentence = WORD.test(text.replace(FUNCTIONS, ''));
  if (SIGN.test(text)) return !isSentence || (/[=^]/.test(text) && (isBlock || !isSquare));
  return !isSentence && (!isSquare || (isBlock && OPERATOR.test(text)));
}

/** Finds the next bracket with a backslash, such as `\)`. Each search stops there, so all together take linear time. */
function nextBracket(text: string, kinds: string, from: number): number {
  for (let at = text.indexOf('\\', from); at !== -1; at = text.indexOf('\\', at + 2)) {
    if (kinds.includes(text[at + 1] ?? ' ')) return at;
  }
  return -1;
}

/** Parses `\(…\)` and `\[…\]`, if TeX could mean their content. */
function bracketed(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const open = src[pos] === '\\' ? src[pos + 1] : undefined;
  if (open !== '(' && open !== '[') return false;
  const isSquare = open === '[';
  const close = isSquare ? ']' : ')';
  const end = nextBracket(src, open + close, pos + 2);
  if (end === -1 || src[end + 1] !== close || end + 2 > posMax) return false;
  if (isSquare && LINK_END.test(src.slice(end + 2, end + 3))) return false;
  const content = src.slice(pos + 2, end);
  const isBlock = pos === 0 && end + 2 === src.length;
  const isInWord = BEFORE_PRICE.test(src.slice(Math.max(pos - 2, 0), pos)) && !TEX.test(content);
  if (isInWord || isInCode(src, pos + 2, end) || !couldBeTex(content, isSquare, isBlock)) {
    return false;
  }
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.content = content;
    note(token, { display: isSquare });
  }
  state.pos = end + 2;
  return true;
}

/**
 * Parses `$$…$$`, `$…$` and `` $`…`$ ``. To keep prices as text, `$` begins no formula after a letter, a digit or a
 * currency sign, or before a space; it ends no formula after a space, or before a letter or digit (contract 9).
 */
function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const isDisplayed = src[pos + 1] === '$';
  const isCode = src[pos + 1] === '`';
  const [start, mark] = isDisplayed ? ['$$', '$$'] : isCode ? ['$`', '`$'] : ['$', '$'];
  const from = pos + start.length;
  if (!isDisplayed && BEFORE_PRICE.test(src.slice(Math.max(pos - 2, 0), pos))) return false;
  if (mark === '$' && isSpace(src[from])) return false;
  const end = isCode ? closingCode(src, from) : closing(src, mark, from);
  if (end === -1 || end + mark.length > state.posMax || src.slice(from, end).trim() === '') {
    return false;
  }
  if (!silent) {
    const token = state.push('formula', '', 0);
    token.content = src.slice(from, end);
    note(token, { display: isDisplayed });
  }
  state.pos = end + mark.length;
  return true;
}

/**
 * Parses a block without blank lines, from `$$` or `\[` at the beginning of a line to `$$` or `\]` at the end of the same
 * line or of a later line.
 */
function block(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  if (state.sCount[line]! - state.blkIndent >= 4) return false;
  const mark = state.src.startsWith('$$', start) ? '$$' : '\\]';
  if (mark === '\\]' && !state.src.startsWith('\\[', start)) return false;
  const markIn = (text: string): number =>
    mark === '$$' ? text.indexOf(mark) : nextBracket(text, '[]', 0);
  let last = line;
  let text = state.src.slice(start + 2, state.eMarks[line]).trimEnd();
  while (markIn(text) === -1) {
    last += 1;
    if (last >= endLine || state.isEmpty(last) || state.sCount[last]! < state.blkIndent)
      return false;
    text = state.getLines(last, last + 1, state.blkIndent, false).trimEnd();
  }
  if (markIn(text) !== text.length - 2 || !text.endsWith(mark)) return false;
  const content = state
    .getLines(line, last + 1, state.blkIndent, false)
    .trim()
    .slice(2, -2);
  if (content.trim() === '' || (mark !== '$$' && !couldBeTex(content, true, true))) return false;
  if (silent) return true;
  const token = state.push('formula_block', '', 0);
  token.block = true;
  token.content = content;
  token.map = [line, last + 1];
  state.line = last + 1;
  return true;
}

/** Adds parser rules for TeX formulas between dollar signs or brackets. `codeBlock` makes the formulas of `math` code blocks. */
export function formulas(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'formula_block', block);
  md.inline.ruler.before('escape', 'formula', inline);
  md.inline.ruler.before('escape', 'bracket_formula', bracketed);
}
