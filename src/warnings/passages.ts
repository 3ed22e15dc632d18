import type { Token } from 'markdown-it';
import { metaOf } from '../rendering/rules/token-meta.js';

/** Stands in the text of a passage for code, a formula or a picture. */
export const OBJECT = '\ufffc';

/** Lines of the content, from 0; the second number is that of the line after the last one. */
export type Lines = readonly [from: number, to: number];

/** The text of one block. Code spans and blocks are not part of it. */
export interface Passage {
  /** `label`: the first cell of a row, or a cell of the head. */
  readonly kind: 'paragraph' | 'heading' | 'item' | 'cell' | 'label' | 'html';
  /** Whether it is in a quotation. An alert is no quotation. */
  readonly isQuoted: boolean;
  /** Number of lines between the code block before it and the passage; `Infinity` if there is none in its section. */
  readonly linesAfterCode: number;
  readonly text: string;
  /** The parts of the text, in order. */
  readonly parts: readonly Part[];
  readonly lines: Lines;
}

/** A part of a passage: its text, and what the content has in its place. */
interface Part {
  readonly text: string;
  readonly source: string;
}

/** Elements whose text is code, or the words of somebody else. */
const CODE = /^(?:code|kbd|pre|q|samp|script|style|textarea|tt)$/i;
const TAG_NAME = /^<(\/?)([a-z][a-z0-9]*)/i;

/** Calls `look` for the passages of parsed tokens, in order. Code blocks and comments are no passages. */
export function forEachPassage(tokens: readonly Token[], look: (passage: Passage) => void): void {
  const kinds: Passage['kind'][] = [];
  let quotations = 0;
  let lines: Lines = [0, 0];
  let codeEnd = -Infinity;
  for (const [at, token] of tokens.entries()) {
    const { type, nesting, map } = token;
    if (map) lines = map;
    if (type === 'fence') codeEnd = lines[1];
    if (type === 'heading_open') codeEnd = -Infinity;
    if (type === 'blockquote_open' && metaOf(token).alert === undefined) quotations += 1;
    if (type === 'blockquote_close' && metaOf(token).alert === undefined) quotations -= 1;
    if (nesting === 1) kinds.push(innerKind(type, tokens[at - 1]?.type, kinds.at(-1)));
    if (nesting === -1) kinds.pop();
    if (type !== 'inline' && type !== 'html_block') continue;
    const parts = type === 'inline' ? partsOf(token.children!) : partsOfHtml(token.content);
    const text = parts.map((part) => part.text).join('');
    const kind = type === 'inline' ? (kinds.at(-1) ?? 'paragraph') : 'html';
    const linesAfterCode = lines[0] - codeEnd;
    if (text.trim() !== '') {
      look({ kind, isQuoted: quotations > 0, linesAfterCode, text, parts, lines });
    }
  }
}

function innerKind(
  type: string,
  before: string | undefined,
  outer: Passage['kind'] = 'paragraph',
): Passage['kind'] {
  if (type === 'heading_open') return 'heading';
  if (type === 'th_open') return 'label';
  if (type === 'td_open') return before === 'tr_open' ? 'label' : 'cell';
  if (type === 'list_item_open') return 'item';
  return outer;
}

function partsOf(children: readonly Token[]): Part[] {
  const parts: Part[] = [];
  let open = 0;
  for (const { type, content, markup } of children) {
    const [, slash, name = ''] = type === 'html_inline' ? (TAG_NAME.exec(content) ?? []) : [];
    if (CODE.test(name)) open = Math.max(open + (slash ? -1 : 1), 0);
    let text = textOf(type, content, markup);
    if (open > 0 || CODE.test(name)) text = text === '' ? '' : OBJECT;
    parts.push({ text, source: content });
  }
  return parts;
}

function textOf(type: string, content: string, markup: string): string {
  if (type === 'text') return content;
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  if (type === 'html_inline') return content.startsWith('<!') ? '' : content;
  // `<invoke>` is parsed as an address in angle brackets.
  if (markup === 'autolink') return type === 'link_open' ? '<' : '>';
  return /^(?:code_inline|formula|image|footnote_reference)$/.test(type) ? OBJECT : '';
}

const HTML_CODE = /<(!--|(?:code|pre|q|samp|script|style|textarea)(?=[\s>]))/gi;

/** Splits an HTML block into text with tags, and code or comments. Each end is searched once, so it takes linear time. */
function partsOfHtml(html: string): Part[] {
  const parts: Part[] = [];
  const lower = html.toLowerCase();
  let from = 0;
  for (const { 1: name = '', index } of html.matchAll(HTML_CODE)) {
    if (index < from) continue;
    const end = name === '!--' ? '-->' : `</${name.toLowerCase()}`;
    const at = lower.indexOf(end, index);
    const to = at === -1 ? html.length : at + end.length;
    parts.push({ text: html.slice(from, index), source: html.slice(from, index) });
    parts.push({ text: name === '!--' ? '' : OBJECT, source: html.slice(index, to) });
    from = to;
  }
  parts.push({ text: html.slice(from), source: html.slice(from) });
  return parts;
}
