import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { hasVisible } from '../platform/validation/rule.js';
import { newParser } from '../rendering/markdown.js';
import { sectionName } from '../rendering/rules/headings.js';
import { inlineText } from '../rendering/rules/blocks.js';
import {
  type InlinePart,
  type Lines,
  rememberInlines,
  SourcePositions,
} from './source-positions.js';

/**
 * A link of a Markdown text, by the part of the text that a new destination replaces:
 *
 * - `link`, `picture`: the destination of `[text](destination)` or `![text](destination)`, or of `<a href>` or `<img src>`
 * - `definition`: the destination of `[label]: destination`, which both links and pictures can use
 * - `wiki`, `embed`: the whole `[[target|text]]` or `![[target|text]]`
 * - `bare`: the sign before which the text of a picture belongs that has none, besides the link of the picture: the `]` of
 *   `![](destination)` or `![][label]`, or the sign after `<img`
 */
export interface MarkdownLink {
  readonly kind: 'link' | 'picture' | 'definition' | 'wiki' | 'embed' | 'bare';
  readonly start: number;
  readonly end: number;
  /** The line of the link, from 1. */
  readonly line: number;
  /** The destination or target, without brackets, escapes and entities. */
  readonly target: string;
  /** The text of a wiki link, if it has one. */
  readonly text?: string;
  /** Whether the link is in a table, where a `|` needs a backslash. */
  readonly inTable: boolean;
}

/** What an import must know of a text. */
export interface MarkdownFacts {
  /** In the order of the text, none in another. */
  readonly links: readonly MarkdownLink[];
  /** The first-level heading, if it is the only one and the first block of the text, and not empty. */
  readonly title: string | undefined;
}

/** A link in inline content, as a rule of the parser finds it. */
type Part = InlinePart & Omit<MarkdownLink, 'line' | 'inTable'>;

/** The destination of a definition or in a block of HTML, in the content of its lines. */
interface Definition extends Pick<MarkdownLink, 'kind' | 'start' | 'end' | 'target'> {
  readonly lines: Lines;
}

/** What the rules of the parser have found in a text. The service parses one text at a time, without waiting. */
let parts: Part[] = [];
let definitions: Definition[] = [];

/** The rules after the inline ones complete the tokens for the renderer, and change nothing in links and titles. */
const AFTER_INLINE = 'linkify text_join complete_blocks mark_figures raw_html heading_ids'.split(
  ' ',
);

const PARSER = newParser().use(remember);

/** Finds the links and the title of a text; none in a text that is nested too deeply or has too many parts. */
export function markdownFacts(markdown: string): MarkdownFacts {
  [parts, definitions] = [[], []];
  try {
    const tokens = PARSER.parse(markdown, {});
    return { links: placed(markdown), title: titleIn(tokens) };
  } catch (error) {
    // A release of the document reports this fault.
    if (error instanceof RangeError) return { links: [], title: undefined };
    throw error;
  }
}

/** Makes the rules of the parser remember the links that they find, and adds the rule for wiki links. */
function remember(md: MarkdownIt): void {
  const link = ruleNamed(md.inline.ruler.__rules__, 'link');
  const image = ruleNamed(md.inline.ruler.__rules__, 'image');
  md.inline.ruler.at('link', (state, silent) => withDestination(state, silent, link, 'link'));
  md.inline.ruler.at('image', (state, silent) => withDestination(state, silent, image, 'picture'));
  md.inline.ruler.before('link', 'wiki', wikiLink);
  const reference = ruleNamed(md.block.ruler.__rules__, 'reference');
  md.block.ruler.at('reference', (state, line, endLine, silent) => {
    if (!reference(state, line, endLine, silent)) return false;
    if (!silent) rememberDefinition(state, line);
    return true;
  });
  const tag = ruleNamed(md.inline.ruler.__rules__, 'html_inline');
  md.inline.ruler.at('html_inline', (state, silent) => {
    const { pos, tokens: siblings, src } = state;
    if (!tag(state, silent)) return false;
    if (!silent) {
      for (const { start, end, ...one } of inHtml(md, src.slice(pos, state.pos))) {
        parts.push({ siblings, start: pos + start, end: pos + end, ...one });
      }
    }
    return true;
  });
  md.core.ruler.disable(AFTER_INLINE);
  md.use(rememberInlines);
  md.core.ruler.before('inline', 'html_links', ({ tokens }) => {
    for (const { type, content: whole, map } of tokens) {
      if (type !== 'html_block' || !map || /^\s*<!--/.test(whole)) continue;
      const lines: Lines = { content: whole.replace(/\n$/, ''), map };
      for (const one of inHtml(md, whole)) definitions.push({ lines, ...one });
    }
  });
}

function ruleNamed<Rule>(
  rules: readonly { readonly name: string; readonly fn: Rule }[],
  name: string,
): Rule {
  return rules.find((one) => one.name === name)!.fn;
}

function withDestination(
  state: StateInline,
  silent: boolean,
  rule: (state: StateInline, silent: boolean) => boolean | void,
  kind: 'link' | 'picture',
): boolean {
  const { pos: begin, tokens: siblings, src, md } = state;
  if (!rule(state, silent)) return false;
  if (silent) return true;
  const { pos: ended } = state;
  const label = kind === 'link' ? begin : begin + 1;
  const labelEnd = md.helpers.parseLinkLabel(state, label, kind === 'link');
  if (kind === 'picture' && !hasVisible(src.slice(label + 1, labelEnd))) {
    const target = String(siblings.at(-1)!.attrGet('src'));
    parts.push({ siblings, kind: 'bare', start: labelEnd, end: labelEnd + 1, target });
  }
  if (src[labelEnd + 1] !== '(' || ended <= labelEnd + 2) return true;
  const found = destinationAt(md, src, labelEnd + 2, ended);
  if (found) parts.push({ siblings, kind, ...found });
  return true;
}

/** Reads the destination after the spaces at a place; `undefined` if it is empty. */
function destinationAt(md: MarkdownIt, text: string, from: number, max: number) {
  let start = from;
  while (start < max && ' \t\n'.includes(text[start]!)) start += 1;
  const { ok, pos: end, str: target } = md.helpers.parseLinkDestination(text, start, max);
  return ok && end > start ? { start, end, target } : undefined;
}

const TAG = /<(a|img)(?=[\s/])[^<>]*>/gi;
const VALUE = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>\x60]+))`;
const HREF = new RegExp(String.raw`\shref${VALUE}`, 'i');
const SRC = new RegExp(String.raw`\ssrc${VALUE}`, 'i');
const WITH_TEXT = /\salt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'>])/i;

/** Finds the destinations of `<a href>` and `<img src>` in raw HTML, and the pictures without a text. */
function inHtml(md: MarkdownIt, source: string) {
  return Array.from(source.matchAll(TAG)).flatMap(({ index, 0: tag, 1: name }) => {
    const kind = name!.toLowerCase() === 'a' ? ('link' as const) : ('picture' as const);
    const attribute = kind === 'link' ? HREF.exec(tag) : SRC.exec(tag);
    const [whole, double, single, unquoted] = attribute ?? [];
    const value = double ?? single ?? unquoted;
    if (!attribute || !value) return [];
    const end = index + attribute.index + whole!.length - (unquoted === undefined ? 1 : 0);
    const target = md.utils.unescapeAll(value);
    const [start, after] = [end - value.length, index + '<img'.length];
    const bare = { kind: 'bare' as const, start: after, end: after + 1, target };
    const own = { kind, start, end, target };
    return kind === 'link' || WITH_TEXT.test(tag) ? [own] : [bare, own];
  });
}

/** Remembers the definition `[label]: destination` that begins at a line, and ends before the line of the parser. */
function rememberDefinition(state: StateBlock, line: number): void {
  const content = state.getLines(line, state.line, state.blkIndent, false).trim();
  let end = 1;
  while (end < content.length && content[end] !== ']') end += content[end] === '\\' ? 2 : 1;
  const found = destinationAt(state.md, content, end + 2, content.length);
  if (!found) return;
  definitions.push({ kind: 'definition', lines: { content, map: [line, state.line] }, ...found });
}

/** Longest wiki link that is looked for, in characters. */
const MAX_WIKI = 1_000;

/** Parses `[[target]]`, `[[target|text]]` and `![[target]]`, unless Markdown has another meaning for the brackets. */
function wikiLink(state: StateInline, silent: boolean): boolean {
  const { src, pos: start, md, env } = state;
  const isEmbed = src[start] === '!';
  const open = isEmbed ? start + 1 : start;
  if (src[open] !== '[' || src[open + 1] !== '[') return false;
  const length = src.slice(open + 2, open + 2 + MAX_WIKI).indexOf(']]');
  if (length < 1) return false;
  const inner = src.slice(open + 2, open + 2 + length);
  const end = open + length + 4;
  if (/[[\]\n]/.test(inner) || '(['.includes(src[end] ?? ' ')) return false;
  const references = (env['references'] ?? {}) as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(references, md.utils.normalizeReference(inner))) return false;
  const bar = inner.indexOf('|');
  const target = (bar === -1 ? inner : inner.slice(0, bar)).trim();
  const text = bar === -1 ? undefined : inner.slice(bar + 1).trim();
  if (target === '') return false;
  if (!silent) {
    state.push('text', '', 0).content = text || target;
    const kind = isEmbed ? 'embed' : 'wiki';
    parts.push({ siblings: state.tokens, kind, start, end, target, ...(text && { text }) });
  }
  state.pos = end;
  return true;
}

/** Places what was found in the text. */
function placed(markdown: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  if (parts.length === 0 && definitions.length === 0) return links;
  const positions = new SourcePositions(markdown);
  for (const part of parts) {
    const { kind, target, text } = part;
    // What stands in the alternative text of a picture is no link.
    const place = positions.ofInline(part);
    if (place) links.push({ kind, ...place, target, ...(text !== undefined && { text }) });
  }
  for (const { kind, lines, start, end, target } of definitions) {
    const from = positions.of(lines, start);
    if (!from) continue;
    const { offset, line } = from;
    links.push({ kind, start: offset, end: offset + end - start, line, target, inTable: false });
  }
  links.sort((one, other) => one.start - other.start);
  return links.filter((link, at) => at === 0 || link.start >= links[at - 1]!.end);
}

function titleIn(tokens: readonly Token[]): string | undefined {
  const headings = tokens.filter(
    (one) => one.type === 'heading_open' && one.tag === 'h1' && one.level === 0,
  );
  if (headings.length !== 1 || headings[0] !== tokens[0]) return undefined;
  return sectionName(inlineText(tokens[1]!.children ?? [])).trim() || undefined;
}

/** Replaces the destinations of links, and wiki links, in a text. All other text stays byte for byte. */
export function withDestinations(
  markdown: string,
  links: readonly MarkdownLink[],
  /** Returns the text that replaces a link's part of the text; `undefined` if it stays. */
  replacement: (link: MarkdownLink, old: string) => string | undefined,
): string {
  let [text, end] = ['', 0];
  for (const link of links) {
    const old = markdown.slice(link.start, link.end);
    const replaced = replacement(link, old);
    if (replaced === undefined) continue;
    text += markdown.slice(end, link.start) + replaced;
    end = link.end;
  }
  return text + markdown.slice(end);
}

/** Escapes what would end the text of a link, or a cell of a table. */
export const escapedLabel = (text: string, inTable: boolean): string =>
  text.replaceAll(inTable ? /[\\[\]|]/g : /[\\[\]]/g, String.raw`\$&`);

/** Puts a new destination into angle brackets if the old one has them, or if it could not stand without. */
export const inForm = (old: string, destination: string): string =>
  old.startsWith('<') || /[\s()<>]/.test(destination) ? `<${destination}>` : destination;
