import { createHash } from 'node:crypto';
import GithubSlugger from 'github-slugger';
import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { inlineText } from './blocks.js';
import { note } from './token-meta.js';

/** Keeps ids of documents apart from names that the page or its scripts know (DOM clobbering). */
const HEADING_ID_PREFIX = 's-';

/** Characters of an id after its prefix: models read and write ids, and pay for each character. */
const MAX_ID = 60;
const DIGITS = 8;

/** A name as an id has it. A long one ends with a digest of the whole, so that similar headings stay independent. */
function shortened(slug: string): string {
  const characters = Array.from(slug);
  if (characters.length <= MAX_ID) return slug;
  const start = characters
    .slice(0, MAX_ID - DIGITS - 1)
    .join('')
    .replace(/-+$/, '');
  return `${start}-${createHash('sha256').update(slug).digest('hex').slice(0, DIGITS)}`;
}

/** The anchor of a link `#Words`, as other renderers name headings: `#s-words`. */
export function headingAnchor(fragment: string): string {
  const slug = decoded(fragment).toLowerCase();
  const short = shortened(slug);
  const shown = short === slug ? fragment.toLowerCase() : encodeURIComponent(short);
  return `#${HEADING_ID_PREFIX}${shown}`;
}

const ONLY_HEADINGS = Symbol('only headings');

/** A part of an address without its percent signs; as it is, where they stand for no text (RFC 3986, 2.1). */
export const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** As `headingAnchor` within a document: a fragment that is already the id of a section stays. */
export function anchorAmong(ids: ReadonlySet<string>, fragment: string): string {
  const id = decoded(fragment).toLowerCase();
  const isId = id.startsWith(HEADING_ID_PREFIX) && !ids.has(HEADING_ID_PREFIX + shortened(id));
  // Ids were longer once: one of those leads to the same section.
  const words = isId ? fragment.slice(HEADING_ID_PREFIX.length) : '';
  const anchor = headingAnchor(words);
  return isId && ids.has(decoded(anchor.slice(1))) ? anchor : headingAnchor(fragment);
}

/** An environment in which only the headings that begin sections are read. */
export const onlyHeadings = (): Env => ({ [ONLY_HEADINGS]: true });

/** A heading in a quotation, list or footnote begins no section. */
const beginsSection = ({ type, level }: Token): boolean => type === 'heading_open' && level === 0;

/** Skips inline text that this run does not need. */
function skipRest(state: StateCore): void {
  if (!state.env[ONLY_HEADINGS]) return;
  const { tokens } = state;
  state.tokens = tokens.filter(
    (token, at) => beginsSection(token) || (at > 0 && beginsSection(tokens[at - 1]!)),
  );
}

/** Characters of a heading that name its section: ids are sent in addresses, and titles stand in a list. */
const MAX_NAME = 200;

export const sectionName = (heading: string): string =>
  Array.from(heading.slice(0, 2 * MAX_NAME))
    .slice(0, MAX_NAME)
    .join('');

/** Gives each section an id made of its title. */
function name(state: StateCore): void {
  const slugger = new GithubSlugger();
  const ids = new GithubSlugger();
  for (const [at, open] of state.tokens.entries()) {
    if (!beginsSection(open)) continue;
    const title = inlineText(state.tokens[at + 1]!.children ?? []);
    const heading = {
      id: HEADING_ID_PREFIX + ids.slug(shortened(slugger.slug(sectionName(title)))),
      level: Number(open.tag.slice(1)),
      title,
      line: open.map![0],
    };
    note(open, { heading });
  }
}

/** The ids of sections, in a page and without one: both are made by the same rules of the same parser. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.after('block', 'only_headings', skipRest);
  md.core.ruler.push('heading_ids', name);
}
