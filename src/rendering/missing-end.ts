import type { Token } from 'markdown-it';
import { PARSER } from './markdown.js';
import { withoutFrontMatter } from './rules/front-matter.js';

/** HTML blocks that a blank line does not end: how they begin, how they end, and an end (CommonMark 4.6). */
const HTML_BLOCKS: readonly (readonly [RegExp, RegExp, (begin: string) => string])[] = [
  [
    /^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i,
    /<\/(?:script|pre|style|textarea)>/i,
    (begin) => `${begin.trim().replace('<', '</')}>`,
  ],
  [/^ {0,3}<!--/, /-->/, () => '-->'],
  [/^ {0,3}<\?/, /\?>/, () => '?>'],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/, () => ']]>'],
  [/^ {0,3}<![a-z]/i, />/, () => '>'],
];

function blocksOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  try {
    PARSER.block.parse(text, PARSER, {}, tokens);
  } catch (error) {
    // Content that is nested too deeply has no page.
    if (!(error instanceof RangeError)) throw error;
  }
  return tokens;
}

/**
 * Returns the end of the code block or HTML block that would contain all text added to a content, because the block has
 * no end; '' if there is no such block. A block in a list or quotation ends with it.
 */
export function missingEnd(content: string): string {
  if (!/```|~~~|<[!?a-z]/i.test(content)) return '';
  const lineFeeds = content.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, '');
  const text = withoutFrontMatter(lineFeeds);
  const { type = '', level = 0, map, markup = '' } = blocksOf(text).at(-1) ?? {};
  if (level > 0 || !map) return '';
  const lines = text.split('\n').slice(...map);
  if (type === 'fence') {
    const last = lines.length > 1 ? lines.at(-1)!.trim() : '';
    const isEnd = last.length >= markup.length && last === markup[0]!.repeat(last.length);
    return isEnd ? '' : markup;
  }
  if (type !== 'html_block') return '';
  for (const [begins, ends, endFor] of HTML_BLOCKS) {
    const [begin] = begins.exec(lines[0]!) ?? [];
    if (begin !== undefined) return ends.test(lines.join('\n')) ? '' : endFor(begin);
  }
  return '';
}
