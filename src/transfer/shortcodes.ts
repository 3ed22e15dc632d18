import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { newParser } from '../rendering/markdown.js';
import { comments } from './comments.js';
import { escapedLabel } from './markdown-links.js';
import {
  dedentBelow,
  endAfter,
  type PlainText,
  removeBlock,
  removeInline,
  without,
} from './removed-parts.js';
import { rememberInlines } from './source-positions.js';
import { mayHaveMarks, toolMark } from './tool-marks.js';

const PARSER = newParser().use(shortcodes);

/**
 * Removes the shortcodes of Hugo outside of code, `{{< name >}}` and `{{% name %}}`; their text stays. `ref` and `relref`
 * become the path that they name. Comments and marks of other tools go too, or become Markdown.
 */
export function withoutShortcodes(text: string): PlainText {
  if (!/\{\{[<%]/.test(text) && !mayHaveMarks(text)) return { content: text, removed: 0 };
  const first = without(PARSER, text);
  // What is indented below a definition is code until the definition is a list.
  if (!/^:[ \t]/m.test(text)) return first;
  const { content, removed } = without(PARSER, first.content);
  return { content, removed: first.removed + removed };
}

function shortcodes(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  md.use(comments);
  md.block.ruler.before('fence', 'code_shortcode', codeShortcode, { alt });
  md.block.ruler.before('fence', 'table_of_contents', tableOfContents, { alt });
  md.block.ruler.before('fence', 'markdown_in_html', markdownInHtml, { alt });
  md.inline.ruler.before('link', 'shortcode', shortcode);
  md.inline.ruler.before('link', 'tool_mark', (state, silent) => {
    const mark = toolMark(state.src, state.pos);
    if (!mark) return false;
    if (!silent) removeInline(state, state.pos, mark.end, mark.left);
    state.pos = mark.end;
    return true;
  });
  md.use(rememberInlines);
}

/** Returns a line without the marks of its containers and its indentation; '' after the last line. */
const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  line < eMarks.length ? src.slice(bMarks[line]! + tShift[line]!, eMarks[line]) : '';

const CODE =
  /^\{(?:\{[<%]|%-?) *(highlight|code-toggle|mermaid)(?: +"?([a-z][\w+#-]*)"?(?=[ >%]|$))?(?=[ >%])[^\n]*(?<!\/)[>%]\}\}?[ \t]*$/;
const CODE_ENDS = new Map(
  ['highlight', 'code-toggle', 'mermaid'].map((name) => [
    name,
    new RegExp(String.raw`\{(?:\{[<%] *\/ *${name} *[>%]\}|%-? *end${name} *-?%)\}`, 'g'),
  ]),
);

/** Parses a shortcode of Hugo or a tag of Jekyll whose content is code, up to its end. It becomes a fence. */
function codeShortcode(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  const first = lineOf(state, line);
  if (first[0] !== '{') return false;
  const [, name, language] = CODE.exec(first) ?? [];
  if (name === undefined) return false;
  const { src, bMarks, eMarks, tShift } = state;
  const end = endAfter(state, eMarks[line]!, CODE_ENDS.get(name)!);
  if (end === undefined || end > eMarks[endLine - 1]!) return false;
  let to = line + 1;
  while (eMarks[to]! < end) to += 1;
  const isAlone = lineOf(state, to).startsWith('{') && src.slice(end, eMarks[to]).trim() === '';
  if (!isAlone) return false;
  if (silent) return true;
  const code = src.slice(bMarks[line + 1], eMarks[to - 1]);
  const written = /^[ \t]*(?:[\w.-]+[ \t]*=|\[)/m.test(code) ? 'toml' : 'yaml';
  const marks = code.includes('```') ? '~~~~' : '```';
  const info = { highlight: language ?? '', 'code-toggle': written, mermaid: name }[name];
  const become = (at: number, left: string): void =>
    removeBlock(state, [at, bMarks[at]! + tShift[at]!], [at, eMarks[at]!], left);
  become(line, marks + info!);
  become(to, marks);
  state.line = to + 1;
  return true;
}

const CONTENTS = /^(?:\[TOC\]|\[\[_?TOC_?\]\]|\{:[ \t]*toc[ \t]*\})[ \t]*$/i;

/** Parses a line that only asks for a table of contents, which every page has; in kramdown, a list before that line. */
function tableOfContents(state: StateBlock, line: number, endLine: number, silent: boolean) {
  const isList =
    line + 1 < endLine &&
    lineOf(state, line + 1).startsWith('{:') &&
    /^(?:[-*+]|\d{1,9}\.)[ \t]/.test(lineOf(state, line));
  const last = isList ? line + 1 : line;
  if (!CONTENTS.test(lineOf(state, last))) return false;
  if (silent) return true;
  removeBlock(state, [line, state.bMarks[line]!], [last, state.eMarks[last]!]);
  state.line = last + 1;
  return true;
}

const MARKDOWN_TAG = /^<[a-z]+(?=\s)(?=[^<>]*\smarkdown[\s=>])[^<>]*>[ \t]*$/;

/**
 * Parses the tag of HTML whose content is Markdown in MkDocs and kramdown. The content is Markdown here if an empty line
 * is before it: the one before the tag.
 */
function markdownInHtml(state: StateBlock, line: number, endLine: number, silent: boolean) {
  if (!MARKDOWN_TAG.test(lineOf(state, line))) return false;
  if (silent) return true;
  const { bMarks, eMarks } = state;
  let last = line;
  if (lineOf(state, line + 1).startsWith('<summary')) {
    while (last + 1 < endLine && !lineOf(state, last).includes('</summary>')) last += 1;
  }
  if (line > 0 && state.isEmpty(line - 1) && last + 1 < endLine && !state.isEmpty(last + 1)) {
    removeBlock(state, [line - 1, eMarks[line - 1]!], [line, bMarks[line]!], '');
    removeBlock(state, [last, eMarks[last]!], [last, eMarks[last]!], '\n');
  }
  dedentBelow(state, line, last + 1, endLine);
  state.line = last + 1;
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
  if (!silent) removeInline(state, start, state.pos, left || undefined);
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
    return `![${escapedLabel(text, false)}](<${src}>)`;
  }
  if (name === 'youtube' && video) return `<https://www.youtube.com/watch?v=${video}>`;
  return name === 'vimeo' && video ? `<https://vimeo.com/${video}>` : undefined;
}
