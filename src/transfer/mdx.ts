import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { newParser } from '../rendering/markdown.js';
import { inlineTokens, SourcePositions } from './source-positions.js';
import { mayHaveMarks, toolMark } from './tool-marks.js';

/** A text of MDX or Hugo without its program parts. */
export interface PlainMdx {
  readonly content: string;
  /** Number of lines that import or export, of JSX tags, expressions, shortcodes and marks that were removed. */
  readonly removed: number;
}

interface Part {
  readonly siblings: readonly Token[];
  readonly start: number;
  readonly end: number;
  /** What stays in its place; by default, the line ends. */
  readonly left?: string;
}

let parts: Part[] = [];
let programs: { readonly from: number; readonly to: number; readonly left?: string }[] = [];
let inlines: ReturnType<typeof inlineTokens> = new Map();

const MDX = newParser().use(jsx);
const MARKDOWN = newParser().use(shortcodes);

/**
 * Removes imports, exports, JSX tags and comments from MDX. Tags of plain HTML stay, and so does everything in code. The
 * lines of the text keep their numbers.
 */
export const withoutJsx = (text: string): PlainMdx => without(MDX, text);

/**
 * Removes the shortcodes of Hugo outside of code, `{{< name >}}` and `{{% name %}}`; their text stays. `ref` and `relref`
 * become the path that they name. Marks of other tools go too, or become Markdown.
 */
export function withoutShortcodes(text: string): PlainMdx {
  if (!/\{\{[<%]/.test(text) && !mayHaveMarks(text)) return { content: text, removed: 0 };
  const first = without(MARKDOWN, text);
  // What is indented below a definition is code until the definition is a list.
  if (!/^:[ \t]/m.test(text)) return first;
  const { content, removed } = without(MARKDOWN, first.content);
  return { content, removed: first.removed + removed };
}

function without(parser: MarkdownIt, text: string): PlainMdx {
  [parts, programs, inlines] = [[], [], new Map()];
  try {
    parser.parse(text, {});
  } catch (error) {
    // A release of the document reports this fault.
    if (error instanceof RangeError) return { content: text, removed: 0 };
    throw error;
  }
  const positions = new SourcePositions(text);
  const ranges: [from: number, to: number, left: string | undefined][] = [];
  for (const { siblings, start, end, left } of parts) {
    const inline = inlines.get(siblings);
    const from = inline && positions.of(inline.lines, start, inline.cell);
    const to = inline && positions.of(inline.lines, end - 1, inline.cell);
    if (from && to) ranges.push([from.offset, to.offset + 1, left]);
  }
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
  for (const { from, to, left } of programs) {
    const [start, end] = [starts[from]!, starts[to] ?? text.length];
    if (left === undefined) ranges.push([start, end, undefined]);
    else {
      const line = text.slice(start, end);
      ranges.push([start + line.indexOf('{{'), start + line.trimEnd().length, left]);
    }
  }
  ranges.sort(([one], [other]) => one - other);
  let [content, end] = ['', 0];
  for (const [from, to, left = text.slice(from, to).replaceAll(/[^\r\n]+/g, '')] of ranges) {
    if (from < end) continue;
    content += text.slice(end, from) + left;
    end = to;
  }
  return { content: content + text.slice(end), removed: ranges.length };
}

/** Replaces the rules for HTML by those for MDX, in which only `{` and `<` begin what is no Markdown. */
function jsx(md: MarkdownIt): void {
  md.disable(['html_block', 'autolink', 'code']);
  md.block.ruler.before('fence', 'program', program);
  md.block.ruler.before('fence', 'tall_tag', tallTag);
  md.inline.ruler.at('html_inline', tag);
  md.inline.ruler.before('html_inline', 'comment', comment);
  rememberInlines(md);
}

function shortcodes(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.block.ruler.before('fence', 'code_shortcode', codeShortcode, { alt });
  md.inline.ruler.before('link', 'shortcode', shortcode);
  md.inline.ruler.before('link', 'tool_mark', (state, silent) => {
    const mark = toolMark(state.src, state.pos);
    if (!mark) return false;
    if (!silent) parts.push({ siblings: state.tokens, start: state.pos, ...mark });
    state.pos = mark.end;
    return true;
  });
  rememberInlines(md);
}

function rememberInlines(md: MarkdownIt): void {
  md.core.ruler.before('inline', 'inline_tokens', ({ tokens }) => {
    inlines = inlineTokens(tokens);
  });
}

const CODE = /^\{\{< *(highlight|code-toggle)(?: +"?([a-z][\w-]*)"?(?= |>|$))?[^\n]*>\}\}[ \t]*$/;

/** Parses a shortcode of Hugo whose content is code, up to its end. It becomes a fence. */
function codeShortcode(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const text = (at: number): string =>
    state.src.slice(state.bMarks[at]! + state.tShift[at]!, state.eMarks[at]);
  if (!text(line).startsWith('{{<')) return false;
  const [, name, language] = CODE.exec(text(line)) ?? [];
  if (name === undefined) return false;
  let to = line + 1;
  while (to < endLine && !/^\{\{< *\/ *[a-z-]+ *>\}\}/.test(text(to))) to += 1;
  if (to === endLine) return false;
  if (silent) return true;
  const code = state.src.slice(state.bMarks[line + 1], state.eMarks[to - 1]);
  const written = /^[ \t]*(?:[\w.-]+[ \t]*=|\[)/m.test(code) ? 'toml' : 'yaml';
  const marks = code.includes('```') ? '~~~~' : '```';
  programs.push({
    from: line,
    to: line + 1,
    left: marks + (name === 'highlight' ? (language ?? '') : written),
  });
  programs.push({ from: to, to: to + 1, left: marks });
  state.line = to + 1;
  return true;
}

/** Longest shortcode that is looked for, in characters. */
const MAX_SHORTCODE = 500;
const REFERENCE = /^(?:rel)?ref\s+(?:path=)?["`]?([^"`\s]+)/;

/** Parses a shortcode. One in a comment, `{{</* name *\/>}}`, is meant to be shown. */
function shortcode(state: StateInline, silent: boolean): boolean {
  const { src, pos: start } = state;
  const sign = src[start + 2];
  if (!src.startsWith('{{', start) || (sign !== '<' && sign !== '%')) return false;
  const rest = src.slice(start + 3, start + MAX_SHORTCODE);
  const length = rest.indexOf(sign === '<' ? '>}}' : '%}}');
  const inner = rest.slice(0, length).trim();
  if (length === -1 || inner.startsWith('/*')) return false;
  state.pos = start + length + 6;
  const left = REFERENCE.exec(inner)?.[1] ?? embedded(inner);
  if (!silent) {
    parts.push({ siblings: state.tokens, start, end: state.pos, ...(left && { left }) });
  }
  return true;
}

/** Makes Markdown of the shortcodes that are part of Hugo and show a picture or a video. */
function embedded(inner: string): string | undefined {
  const given = (key: string): string | undefined =>
    new RegExp(String.raw`\s${key}=(?:"([^"]*)"|\x60([^\x60]*)\x60|(\S+))`)
      .exec(inner)
      ?.slice(1)
      .find(Boolean);
  const [, name, id] = /^(figure|youtube|vimeo)(?:\s+"?([\w-]+)"?(?=\s|$))?/.exec(inner) ?? [];
  const [src, video] = [given('src'), id ?? given('id')];
  if (name === 'figure' && src) {
    const text = given('alt') ?? given('caption') ?? given('title') ?? '';
    return `![${text.replace(/[[\]\\]/g, '\\$&')}](<${src}>)`;
  }
  if (name === 'youtube' && video) return `<https://www.youtube.com/watch?v=${video}>`;
  return name === 'vimeo' && video ? `<https://vimeo.com/${video}>` : undefined;
}

/** Parses the lines of an import or export, up to the next empty line outside of braces. */
function program(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level > 0 || state.sCount[line]! > 0) return false;
  const text = (at: number): string => state.src.slice(state.bMarks[at], state.eMarks[at]);
  if (!/^(?:import|export)[ \t{*'"]/.test(text(line))) return false;
  let [depth, to] = [0, line];
  for (; to < endLine && (depth > 0 || !state.isEmpty(to)); to += 1) {
    for (const sign of text(to)) depth += '{[('.includes(sign) ? 1 : '}])'.includes(sign) ? -1 : 0;
  }
  programs.push({ from: line, to });
  state.line = to;
  return true;
}

/** Parses a tag of a component with an empty line in it, such as one with a text in braces: a paragraph ends there. */
function tallTag(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const { src, bMarks, eMarks } = state;
  const start = bMarks[line]! + state.tShift[line]!;
  if (silent || state.level > 0 || !/^<[A-Z]/.test(src.slice(start, start + 2))) return false;
  const end = tagEnd(src, start + 1);
  if (end === undefined || !/\n[ \t]*\n/.test(src.slice(start, end))) return false;
  let to = line + 1;
  while (to < endLine && bMarks[to]! < end) to += 1;
  if (src.slice(end, eMarks[to - 1]).trim() !== '') return false;
  programs.push({ from: line, to });
  state.line = to;
  return true;
}

const remember = (state: StateInline, end: number): void => {
  parts.push({ siblings: state.tokens, start: state.pos, end });
};

/** Parses the comment `{/* … *\/}`. */
function comment(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('{/*', state.pos)) return false;
  const end = state.src.indexOf('*/}', state.pos);
  if (end === -1) return false;
  if (!silent) remember(state, end + 3);
  state.pos = end + 3;
  return true;
}

const TAG_NAME = /<\/?(?:[A-Za-z][\w.:-]*)?(?=[\s/>])/y;
/** Longest tag that is looked for, in characters. */
const MAX_TAG = 10_000;

/** Parses a tag. Components, fragments and tags with expressions are removed; all other tags are HTML. */
function tag(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  TAG_NAME.lastIndex = pos;
  const [name] = TAG_NAME.exec(src) ?? [];
  const end = name === undefined ? undefined : tagEnd(src, pos + name.length);
  if (end === undefined) return false;
  const whole = src.slice(pos, end);
  if (!silent) {
    if (/^<\/?(?:[A-Z>]|[a-z]\w*\.)/.test(whole) || /[={\s]\{/.test(whole)) remember(state, end);
    else state.push('html_inline', '', 0).content = whole;
  }
  state.pos = end;
  return true;
}

/** Returns the place after the `>` of a tag, outside of braces and strings; `undefined` if there is none. */
function tagEnd(src: string, from: number): number | undefined {
  let [depth, quote] = [0, ''];
  for (let at = from; at < Math.min(src.length, from + MAX_TAG); at += 1) {
    const sign = src[at]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (`"'\``.includes(sign)) quote = sign;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (sign === '>' && depth === 0) return at + 1;
    else if (sign === '<' && depth === 0) return undefined;
  }
  return undefined;
}
