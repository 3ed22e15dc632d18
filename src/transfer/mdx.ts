import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { newParser } from '../rendering/markdown.js';
import { comments } from './comments.js';
import {
  dedentBelow,
  type PlainText,
  removeBlock,
  removeInline,
  without,
} from './removed-parts.js';
import { rememberInlines } from './source-positions.js';

const PARSER = newParser().use(jsx);

/**
 * Removes imports, exports, JSX tags and comments from MDX. Tags of plain HTML stay, and so does everything in code. The
 * lines of the text keep their numbers, except below an attribute of HTML with an expression of several lines.
 */
export const withoutJsx = (text: string): PlainText => without(PARSER, text);

const NAMES = String.raw`[\w*{][^'"\x60;]{0,2000}?\sfrom\s+`;
const BEGINS_MDX = new RegExp(
  String.raw`^\s*(?<![ \t])(?:import\s+(?:${NAMES})?["'][^"'\n]+["']|export\s+(?:(?:const|let)\s+[\w{[]|default\s+\S|function\s+\w+\())`,
);

/** Whether a text that is called Markdown is MDX: Docusaurus takes it so, and then it begins with its imports. */
export const beginsLikeMdx = (text: string): boolean => BEGINS_MDX.test(text);

/** Replaces the rules for HTML by those for MDX, in which only `{` and `<` begin what is no Markdown. */
function jsx(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.disable(['html_block', 'autolink', 'code']);
  md.use(comments);
  md.block.ruler.before('fence', 'program', program);
  md.block.ruler.before('fence', 'component', component, { alt });
  md.inline.ruler.at('html_inline', tag);
  md.use(rememberInlines);
}

/** Parses the lines of an import or export, up to the next empty line outside of braces. */
function program(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, eMarks } = state;
  const isIndented = state.sCount[line]! > 0 || (src[bMarks[line]! - 1] ?? '\n') !== '\n';
  if (silent || state.level > 0 || isIndented) return false;
  const text = (at: number): string => src.slice(bMarks[at], eMarks[at]);
  if (!/^(?:import|export)[ \t{*'"]/.test(text(line))) return false;
  let [depth, to] = [0, line];
  for (; to < endLine && (depth > 0 || !state.isEmpty(to)); to += 1) {
    for (const sign of text(to)) depth += '{[('.includes(sign) ? 1 : '}])'.includes(sign) ? -1 : 0;
  }
  removeBlock(state, [line, bMarks[line]!], [to - 1, eMarks[to - 1]!]);
  state.line = to;
  return true;
}

/** The name of a component or a fragment, with its `<`. */
const COMPONENT = /<\/?(?:(?=>)|(?:[A-Z][\w.:-]*|[a-z]\w*\.[\w.:-]+)(?=[\s/>]))/y;

/**
 * Parses the tag of a component that has its lines for itself, with the empty lines in it. What is indented below it is
 * no code in MDX.
 */
function component(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, eMarks } = state;
  const start = bMarks[line]! + state.tShift[line]!;
  COMPONENT.lastIndex = start;
  const end = COMPONENT.test(src) ? endOf('>', state, COMPONENT.lastIndex) : undefined;
  if (end === undefined || end > eMarks[endLine - 1]!) return false;
  let last = line;
  while (eMarks[last]! < end) last += 1;
  if (src.slice(end, eMarks[last]).trim() !== '') return false;
  if (silent) return true;
  removeBlock(state, [line, start], [last, end]);
  const isOpen = src[start + 1] !== '/' && src[end - 2] !== '/';
  if (isOpen) dedentBelow(state, line, last + 1, endLine);
  state.line = last + 1;
  return true;
}

const TAG_NAME = /<\/?(?:[A-Za-z][\w.:-]*)?(?=[\s/>])/y;

/** Parses a tag. Components and fragments are removed; all other tags are HTML, and lose what only JSX has. */
function tag(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  TAG_NAME.lastIndex = pos;
  const [name] = TAG_NAME.exec(src) ?? [];
  const end = name === undefined ? undefined : endOf('>', state, pos + name.length);
  if (end === undefined) return false;
  if (!silent) {
    COMPONENT.lastIndex = pos;
    if (COMPONENT.test(src)) removeInline(state, pos, end);
    else {
      const whole = src.slice(pos, end);
      state.push('html_inline', '', 0).content = whole;
      removeExpressions(state, whole);
    }
  }
  state.pos = end;
  return true;
}

/** A string, which can contain anything, or the beginning of an attribute with an expression, or of the expression. */
const EXPRESSION = /"[^"]*"|'[^']*'|(?<!\s)\s+(?:[\w:-]+=)?\{/g;
/** An expression that names a file for the bundler, or is a text. */
const FILE =
  /^\{[ \t]*(?:(?:require|useBaseUrl)\([ \t]*)?(["'`])([^"'`{}\n]*)\1[ \t]*\)?(?:\.default)?[ \t]*\}$/;

/** Removes the attributes of a tag that are expressions. One that names a file keeps its name. */
function removeExpressions(state: StateInline, whole: string): void {
  const { pos, env } = state;
  EXPRESSION.lastIndex = 0;
  for (let found = EXPRESSION.exec(whole); found; found = EXPRESSION.exec(whole)) {
    const [begin] = found;
    if (!begin.endsWith('{')) continue;
    const open = EXPRESSION.lastIndex;
    const end = endOf('}', { src: whole, env }, open) ?? whole.length;
    const file = FILE.exec(whole.slice(open - 1, end))?.[2];
    // An empty line in a tag would end it.
    const left = file === undefined ? '' : `${begin.slice(0, -1)}"${file}"`;
    removeInline(state, pos + found.index, pos + end, left);
    EXPRESSION.lastIndex = end;
  }
}

/** Longest tag that is looked for, in characters. */
const MAX_TAG = 10_000;
/** How many characters of a text are read in vain for the ends of tags. Then it has no further tags. */
const MAX_IN_VAIN = 10_000_000;
const readInVain = new WeakMap<object, number>();

/** Returns the place after the sign that ends a tag or an expression, outside of braces and strings. */
function endOf(
  sign: '>' | '}',
  { src, env }: Pick<StateInline, 'src' | 'env'>,
  from: number,
): number | undefined {
  const vain = readInVain.get(env) ?? 0;
  if (vain > MAX_IN_VAIN) return undefined;
  let [depth, quote, at] = [0, '', from];
  for (; at < Math.min(src.length, from + MAX_TAG); at += 1) {
    const next = src[at]!;
    if (quote !== '') {
      if (next === quote) quote = '';
    } else if (`"'\``.includes(next)) quote = next;
    else if (next === sign && depth === 0) return at + 1;
    else if (next === '{') depth += 1;
    else if (next === '}') depth -= 1;
    else if (next === '<' && depth === 0) break;
  }
  readInVain.set(env, vain + at - from);
  return undefined;
}
