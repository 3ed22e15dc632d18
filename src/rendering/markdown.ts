import createParser, { type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it';
import { blocks } from './rules/blocks.js';
import { figures } from './rules/figures.js';
import { footnoteRules } from './rules/footnotes.js';
import { formulas } from './rules/formulas.js';
import { headingIds } from './rules/headings.js';
import { rawHtmlFilter } from './rules/raw-html.js';

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

const TILDES = /~+/y;
const TILDE = 0x7e;
/** Marker of a single tilde until the parser has paired the delimiters. It keeps one tilde from pairing with two. */
const SINGLE_TILDE = -TILDE;

/**
 * Lets a single tilde at the edge of a word mark strikethrough (GFM 6.5). Inside a word, a single tilde is text,
 * because Korean writes ranges such as 3~5. Three tildes or more are also text.
 */
function otherTildes(state: StateInline, silent: boolean): boolean {
  TILDES.lastIndex = state.pos;
  const [tildes = ''] = TILDES.exec(state.src) ?? [];
  if (tildes === '' || tildes.length === 2) return false;
  const { can_open: open, can_close: close } = state.scanDelims(state.pos, false);
  state.pos += tildes.length;
  if (silent) return true;
  if (tildes.length > 1 || !(open || close)) {
    state.pending += tildes;
    return true;
  }
  state.push('text', '', 0).content = tildes;
  const token = state.tokens.length - 1;
  state.delimiters.push({ marker: SINGLE_TILDE, length: 0, token, end: -1, open, close });
  return true;
}

/** Gives single tildes the marker of double tildes, so that the rule for double tildes makes strikethrough of pairs. */
function pairedTildes({ delimiters, tokens_meta: inLinks }: StateInline): void {
  for (const list of [delimiters, ...inLinks.map((meta) => meta?.delimiters ?? [])]) {
    for (const each of list) if (each.marker === SINGLE_TILDE) each.marker = TILDE;
  }
}

function strikethrough({ inline }: MarkdownIt): void {
  inline.ruler.before('strikethrough', 'other_tildes', otherTildes);
  inline.ruler2.before('strikethrough', 'paired_tildes', pairedTildes);
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
