import createParser, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { bareLinks } from './rules/bare-links.js';
import { blocks } from './rules/blocks.js';
import { emailLinks } from './rules/email-links.js';
import { figures } from './rules/figures.js';
import { footnoteRules } from './rules/footnotes.js';
import { formulas } from './rules/formulas.js';
import { headingIds } from './rules/headings.js';
import { rawHtmlFilter } from './rules/raw-html.js';
import { strikethrough } from './rules/strikethrough.js';

/** Maximum depth of containers. A list and its item count as two. A higher limit would make inline rules slower. */
const MAX_NESTING = 100;

/** Refuses a document that is nested too deeply, because markdown-it would silently drop a part of it. */
function refuseDeepNesting(state: StateBlock): boolean {
  if (state.level >= MAX_NESTING - 1) throw new RangeError('The document is nested too deeply.');
  return false;
}

/** Makes the parser throw a RangeError for a document whose quotations and lists are nested too deeply. */
function limits(md: MarkdownIt): void {
  md.block.ruler.before('table', 'limit', refuseDeepNesting);
}

/** Removes a byte order mark at the beginning, because a heading after it would be text. */
function withoutMark(md: MarkdownIt): void {
  md.core.ruler.before('normalize', 'byte_order_mark', (state) => {
    state.src = state.src.replace(/^\ufeff/, '');
  });
}

/**
 * Parses CommonMark, GFM, footnotes, alerts, formulas and some HTML (contract 9). The renderer checks the addresses.
 */
export const PARSER: MarkdownIt = createParser({
  html: true,
  maxNesting: MAX_NESTING,
})
  .use(limits)
  .use(withoutMark)
  .use(bareLinks)
  .use(emailLinks)
  .use(strikethrough)
  .use(formulas)
  .use(blocks)
  .use(figures)
  .use(rawHtmlFilter)
  .use(headingIds)
  .use(footnoteRules);
PARSER.validateLink = () => true;
