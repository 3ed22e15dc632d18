import { createHash } from 'node:crypto';
import GithubSlugger from 'github-slugger';
import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { inlineText } from './blocks.js';
import { note } from './token-meta.js';

/** Keeps the ids in documents distinct from names that the page or its scripts use (DOM clobbering). */
const HEADING_ID_PREFIX = 's-';

/** Characters of an id after its prefix. Ids are short, because language models pay for each character. */
const MAX_ID = 60;
const DIGITS = 8;

/** Shortens a name for an id. A digest of the long name keeps the ids of similar headings different. */
function shortened(slug: string): string {
  const characters = Array.from(slug);
  if (characters.length <= MAX_ID) return slug;
  const start = characters
    .slice(0, MAX_ID - DIGITS - 1)
    .join('')
    .replace(/-+$/, '');
  return `${start}-${createHash('sha256').update(slug).digest('hex').slice(0, DIGITS)}`;
}

/** The anchor `#s-words` for a link `#Words`, as authors write it for other renderers. */
export function headingAnchor(fragment: string): string {
  const slug = decoded(fragment).toLowerCase();
  const short = shortened(slug);
  const shown = short === slug ? fragment.toLowerCase() : encodeURIComponent(short);
  return `#${HEADING_ID_PREFIX}${shown}`;
}

const ONLY_HEADINGS = Symbol('only headings');

/** Decodes percent signs in a part of an address; returns it unchanged if they encode no text (RFC 3986, 2.1). */
export const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** As `headingAnchor`, for a document with these ids: a fragment that is already the id of a section stays. */
export function anchorAmong(ids: ReadonlySet<string>, fragment: string): string {
  const id = decoded(fragment).toLowerCase();
  const isId = id.startsWith(HEADING_ID_PREFIX) && !ids.has(HEADING_ID_PREFIX + shortened(id));
  // Older services made longer ids: a link with such an id leads to the same section.
  const words = isId ? fragment.slice(HEADING_ID_PREFIX.length) : '';
  const anchor = headingAnchor(words);
  return isId && ids.has(decoded(anchor.slice(1))) ? anchor : headingAnchor(fragment);
}

/** An environment for a parse that reads only the headings that begin sections. */
export const onlyHeadings = (): Env => ({ [ONLY_HEADINGS]: true });

/** A heading in a quotation, list or footnote begins no section. */
const beginsSection = ({ type, level }: Token): boolean => type === 'heading_open' && level === 0;

/** Drops all other tokens, if the parse reads only headings that begin sections. */
function skipRest(state: StateCore): void {
  if (!state.env[ONLY_HEADINGS]) return;
  const { tokens } = state;
  state.tokens = tokens.filter(
    (token, at) => beginsSection(token) || (at > 0 && beginsSection(tokens[at - 1]!)),
  );
}

/** Characters of a heading that name its section, at most: the name appears in addresses and in lists. */
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

/** The ids of sections. Pages and outlines get the same ids, because both use these rules and the same parser. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.after('block', 'only_headings', skipRest);
  md.core.ruler.push('heading_ids', name);
}
