import type { Token } from 'markdown-it';
import { withoutFrontMatter } from '../rendering/rules/front-matter.js';
import { metaOf } from '../rendering/rules/token-meta.js';
import { isChatOpening } from './chat-frames.js';
import type { Lines } from './passages.js';
import type { ContentLines, Place } from './places.js';

/** Languages of a fence whose content is Markdown. */
const MARKDOWN = /^(?:markdown|md|mdx|gfm|commonmark)$/i;
/** Languages of a fence whose content is front matter. */
const YAML = /^(?:yaml|yml|toml|frontmatter|front-matter|)$/i;
const TITLED = /^(?:title|description|date|author|tags|slug)\s*:/im;
/** Length of the content of a fence that is looked at. */
const LOOKED_AT = 4_000;

const languageOf = ({ info }: Token): string => /^\S*/.exec(info.trim())![0];

/** Whether a code without a language is an article: a heading, and a sentence in a paragraph. */
const isArticle = (code: string): boolean =>
  /^#{1,3} \S[^\n]*\n\s*\n/.test(code.trimStart()) &&
  /^(?![#>|\s*+-]|\d+\.|\/\/)[^\n]{30,}[.!?。！？:：]\s*$/m.test(code) &&
  !/[;{}]\s*$/m.test(code);

/**
 * Returns the fence that is the whole content, or holds its front matter; `undefined` if there is none. Sentences around
 * it count if they hand it over to somebody.
 */
export function wholeFence(tokens: readonly Token[]): Token | undefined {
  const blocks = tokens.filter(({ level, nesting }) => level === 0 && nesting >= 0);
  const at = blocks.findIndex(({ type }) => type === 'fence');
  const fence = blocks[at];
  if (!fence || at > 1) return undefined;
  const code = fence.content.slice(0, LOOKED_AT);
  const language = languageOf(fence);
  const isMarkdown = MARKDOWN.test(language) || (language === '' && isArticle(code));
  if (blocks.length === 1) return isMarkdown ? fence : undefined;
  if (at === 0 && YAML.test(language) && isFrontMatter(code)) {
    return blocks[1]!.type === 'heading_open' ? fence : undefined;
  }
  const opening = tokens.find(({ type }) => type === 'inline')?.content ?? '';
  const isHandedOver = at === 1 && blocks.length <= 3 && isChatOpening(opening);
  return isMarkdown && isHandedOver ? fence : undefined;
}

const isFrontMatter = (code: string): boolean =>
  TITLED.test(code) && withoutFrontMatter(code.trim()).trim() === '';

/** Whether a fenced block has no line that ends it. */
export function isUnclosed({ map, markup }: Token, lines: ContentLines): boolean {
  const [from, to] = map!;
  return (
    to - from < 2 ||
    !lines
      .textOf(to - 1)
      .trimEnd()
      .endsWith(markup)
  );
}

/** Finds headings that skip a level, and further headings of the first level: at most `most`. */
export function skippingHeadings(tokens: readonly Token[], most: number): Token[] {
  const found: Token[] = [];
  let last = 6;
  let first: Token | undefined;
  for (const token of tokens) {
    if (token.type !== 'heading_open' || token.level > 0) continue;
    const level = Number(token.tag.slice(1));
    if (level > last + 1 || (level === 1 && first)) found.push(token);
    if (level === 1) first ??= token;
    last = level;
    if (found.length >= most) break;
  }
  return found;
}

/** A row of marks that only a table has below its head, without its spaces. */
const DELIMITERS = /^\|?:?-{2,}:?(?:\|:?-{2,}:?){1,128}\|?$/;
const hasDelimiters = (paragraph: string): boolean =>
  paragraph.includes('|') &&
  paragraph.includes('--') &&
  paragraph.split('\n').some((line) => DELIMITERS.test(line.replaceAll(/[ \t>]/g, '')));

/** Counts the cells of a row as GitHub does: `\|` separates none. */
function cellsIn(row: string): number {
  const trimmed = row.trim();
  const text = trimmed.startsWith('>') ? trimmed.replace(/^(?:>[ \t]?)+/, '').trim() : trimmed;
  const cells = text.replaceAll('\\|', '').split('|').length;
  const endsWithPipe = text.endsWith('|') && !text.endsWith('\\|');
  return cells - (text.startsWith('|') ? 1 : 0) - (endsWithPipe ? 1 : 0);
}

/** Finds rows with other columns than their head, and texts that a table has swallowed: one of each table. */
export function brokenRows(tokens: readonly Token[], lines: ContentLines, most: number): Lines[] {
  const found: Lines[] = [];
  let columns = 0;
  let isReported = false;
  for (const [at, { type, map, content }] of tokens.entries()) {
    if (found.length >= most) break;
    if (type === 'table_open') [columns, isReported] = [0, false];
    if (type === 'inline' && tokens[at - 1]?.type === 'paragraph_open' && hasDelimiters(content)) {
      found.push(map as Lines);
    }
    if (type === 'th_open') columns += 1;
    // The cells of the head are counted as parsed, because its line can begin with the mark of a list.
    if (type !== 'tr_open' || !map || isReported || columns === 0) continue;
    if (cellsIn(lines.textOf(map[0])) !== columns) {
      found.push(map);
      isReported = true;
    }
  }
  return found;
}

/** Whether a block begins at a token of the document itself, and readers see it. */
const isBlock = ({ level, nesting, type, content }: Token): boolean =>
  level === 0 && nesting >= 0 && !(type === 'html_block' && content.trim().startsWith('<!--'));

/** Returns the texts of the first and the last block of a document that are paragraphs. */
export function framingParagraphs(tokens: readonly Token[]): readonly (Token | undefined)[] {
  const inlineOf = (at: number): Token | undefined =>
    tokens[at]?.type === 'paragraph_open' ? tokens[at + 1] : undefined;
  const last = tokens.findLastIndex((token) => isBlock(token) && token.type !== 'hr');
  return [inlineOf(tokens.findIndex(isBlock)), inlineOf(last)];
}

/** Returns the place of the front matter; `undefined` if the content has none. */
export function frontMatterPlace(content: string, withoutIt: string): Place | undefined {
  const text = content.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  if (!text.startsWith('---') || text === withoutIt) return undefined;
  return { at: content.indexOf('---'), length: 3 };
}

/** A line of front matter: a key, and mostly its value. */
const KEY = /^[a-z][\w-]{0,30}[ \t]*:(?:[ \t]|$)/i;

/**
 * Whether a document begins with front matter whose first three marks are missing: its last three then make a heading of
 * it or, below the list of a key, a rule.
 */
export function beginsWithKeys([open, inline, , ...rest]: readonly Token[]): boolean {
  if (!inline || open!.level > 0 || inline.type !== 'inline') return false;
  const keys = inline.content.slice(0, LOOKED_AT).split('\n');
  if (keys.length < 2 || !TITLED.test(inline.content) || !keys.every((key) => KEY.test(key)))
    return false;
  if (open!.type === 'heading_open') return open!.markup === '-';
  const end = rest.findIndex(({ type, level }) => type === 'bullet_list_close' && level === 0);
  return rest[0]?.type === 'bullet_list_open' && rest[end + 1]?.type === 'hr';
}

export const anchorsIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...(metaOf(token).anchor === undefined ? [] : [metaOf(token).anchor!]),
    ...(token.children ? anchorsIn(token.children) : []),
  ]);
