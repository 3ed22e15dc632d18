import createParser, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { blocks } from './rules/blocks.js';
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

/** Turns e-mail addresses, and addresses that begin with `http:`, `https:`, `mailto:` or `www.`, into links. */
function linkWww(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  md.linkify.add('www.', {
    validate: (text, position, self) => {
      const found = self.testSchemaAt(`http://www.${text.slice(position)}`, 'http:', 5);
      return Math.max(found - '//www.'.length, 0);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  for (const scheme of ['ftp:', '//']) md.linkify.add(scheme, null);
}

/**
 * Parses CommonMark, GFM, footnotes, alerts, formulas and some HTML (contract 9). The renderer checks the addresses.
 */
export const PARSER: MarkdownIt = createParser({
  html: true,
  linkify: true,
  maxNesting: MAX_NESTING,
})
  .use(limits)
  .use(linkWww)
  .use(strikethrough)
  .use(formulas)
  .use(blocks)
  .use(figures)
  .use(rawHtmlFilter)
  .use(headingIds)
  .use(footnoteRules);
PARSER.validateLink = () => true;
