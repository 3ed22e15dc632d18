import createParser, { type MarkdownIt } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { MAX_NESTING } from './bounds.js';
import { limits } from './parts.js';
import { alerts } from './rules/alerts.js';
import { bareLinks, emailLinks } from './rules/bare-links.js';
import { blocks } from './rules/blocks.js';
import { figures } from './rules/figures.js';
import { frontMatter } from './rules/front-matter.js';
import { footnoteRules } from './rules/footnotes.js';
import { formulas } from './rules/formulas.js';
import { headingIds } from './rules/headings.js';
import { observer } from './rules/observer.js';
import { rawHtmlFilter } from './rules/raw-html.js';
import { strikethrough } from './rules/strikethrough.js';

/** Removes a byte order mark at the beginning, because a heading after it would be text. */
function withoutMark(md: MarkdownIt): void {
  md.core.ruler.before('normalize', 'byte_order_mark', (state) => {
    state.src = state.src.replace(/^\ufeff/, '');
  });
}

/** Makes a parser of CommonMark, GFM, footnotes, alerts, formulas and some HTML (contract 9). */
export function newParser(): MarkdownIt {
  const parser = createParser({ html: true, maxNesting: MAX_NESTING })
    .use(limits)
    .use(cjkFriendly)
    .use(withoutMark)
    .use(frontMatter)
    .use(bareLinks)
    .use(emailLinks)
    .use(strikethrough)
    .use(formulas)
    .use(alerts)
    .use(blocks)
    .use(figures)
    .use(observer)
    .use(rawHtmlFilter)
    .use(headingIds)
    .use(footnoteRules);
  parser.validateLink = () => true;
  return parser;
}

/** The parser of pages. The renderer checks the addresses. */
export const PARSER: MarkdownIt = newParser();
