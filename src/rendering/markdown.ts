import createParser, { type MarkdownIt } from 'markdown-it';
import { blocks } from './rules/blocks.js';
import { footnoteRules } from './rules/footnotes.js';
import { formulas } from './rules/formulas.js';
import { headingIds } from './rules/headings.js';
import { limits, MAX_NESTING } from './rules/limits.js';
import { rawHtmlFilter } from './rules/raw-html.js';

/** A bare address ends where GFM ends it; without a scheme only `www.` makes one. */
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
 * CommonMark and GFM with footnotes, alerts, formulas and a part of HTML (CONTRACT 9). Addresses are
 * judged where links and pictures are written, not here.
 */
export const PARSER: MarkdownIt = createParser({
  html: true,
  linkify: true,
  maxNesting: MAX_NESTING,
})
  .use(limits)
  .use(linkWww)
  .use(formulas)
  .use(blocks)
  .use(rawHtmlFilter)
  .use(headingIds)
  .use(footnoteRules);
PARSER.validateLink = () => true;
