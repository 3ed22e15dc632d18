import { createHash } from 'node:crypto';
import GithubSlugger, { slug as slugOf } from 'github-slugger';
import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import { decodedUri, firstCharacters } from '../../platform/validation/rule.js';
import { inlineText } from './blocks.js';
import { withEntities } from './entities.js';
import { metaOf, note } from './token-meta.js';

/** Prefix of section ids, so that no id equals a name that the page or its scripts use (DOM clobbering). */
const HEADING_ID_PREFIX = 's-';

/** Maximum length of an id after its prefix, in characters. Short ids save tokens of language models. */
const MAX_ID = 60;
const DIGITS = 8;

/**
 * Shortens a slug that is too long for an id. Adds a digest of the long slug, so that similar headings have different
 * ids.
 */
function shortened(slug: string): string {
  const characters = Array.from(slug);
  if (characters.length <= MAX_ID) return slug;
  const start = characters
    .slice(0, MAX_ID - DIGITS - 1)
    .join('')
    .replace(/-+$/, '');
  return `${start}-${createHash('sha256').update(slug).digest('hex').slice(0, DIGITS)}`;
}

/** Makes the anchor `#s-words` for a link `#Words`. Authors omit the prefix, because other renderers add no prefix. */
export function headingAnchor(fragment: string): string {
  const id = shortened(decoded(fragment).toLowerCase());
  return `#${HEADING_ID_PREFIX}${encodeURIComponent(id)}`;
}

/** Returns the id of a section as authors write it in links. */
export const withoutPrefix = (id: string): string => id.slice(HEADING_ID_PREFIX.length);

/** Makes the id of an element from the id that an author wrote; `undefined` if this is empty or has spaces. */
export const writtenAnchor = (id: string | undefined): string | undefined =>
  id === undefined || !/^\S+$/.test(id)
    ? undefined
    : HEADING_ID_PREFIX + shortened(withEntities(id).toLowerCase());

const ONLY_HEADINGS = Symbol('only headings');

/** Decodes a fragment; returns it unchanged if it does not encode valid UTF-8. */
export const decoded = (fragment: string): string => decodedUri(fragment) ?? fragment;

/**
 * Like `headingAnchor`, but for a document whose section ids are known. A fragment that is already a section id
 * (`s-words`) stays the same. But if the document has a heading `S words`, whose id is `s-s-words`, the fragment links
 * to that heading.
 */
export function anchorAmong(ids: ReadonlySet<string>, fragment: string): string {
  const id = decoded(fragment).toLowerCase();
  const isId = id.startsWith(HEADING_ID_PREFIX) && !ids.has(HEADING_ID_PREFIX + shortened(id));
  // A link can have the whole name of a heading after the prefix, although the id is shortened.
  const words = isId ? fragment.slice(HEADING_ID_PREFIX.length) : '';
  const anchor = headingAnchor(words);
  return isId && ids.has(decoded(anchor.slice(1))) ? anchor : headingAnchor(fragment);
}

/** Makes an environment in which `PARSER` returns only the headings that begin sections. */
export const onlyHeadings = (): Env => ({ [ONLY_HEADINGS]: true });

/** Whether a token begins a section. A heading in a quotation, list or footnote does not. */
const beginsSection = ({ type, level }: Token): boolean => type === 'heading_open' && level === 0;

/** With `onlyHeadings`, drops all tokens except the headings that begin sections, each with its text. */
function skipRest(state: StateCore): void {
  if (!state.env[ONLY_HEADINGS]) return;
  const { tokens } = state;
  state.tokens = tokens.filter(
    (token, at) => beginsSection(token) || (at > 0 && beginsSection(tokens[at - 1]!)),
  );
}

/** Maximum length of the name of a section, in characters. Names appear in addresses and lists. */
const MAX_NAME = 200;

export const sectionName = (heading: string): string => firstCharacters(heading, MAX_NAME);

/**
 * The id that documentation tools write at the end of a heading: `{#id}`, also with other attributes after it, and in a
 * comment of MDX, which has no braces with a `#`.
 */
const WRITTEN_ID =
  /^\{(?::?[ \t]*#(?<id>[\p{L}\p{M}\p{N}_.:-]{1,62})(?:[ \t][^{}\n]*)?|\/\*[ \t]*#?(?<mdx>[\p{L}\p{M}\p{N}_.:-]{1,62})[ \t]*\*\/)\}$/u;

/** Takes written ids out of the text of headings. */
function takeWrittenIds({ tokens }: StateCore): void {
  for (const [at, open] of tokens.entries()) {
    if (open.type !== 'heading_open') continue;
    const inline = tokens[at + 1]!;
    const start = inline.content.lastIndexOf('{');
    const { id, mdx = id } = WRITTEN_ID.exec(inline.content.slice(start))?.groups ?? {};
    if (mdx === undefined || inline.content[start - 1] === '\\') continue;
    inline.content = inline.content.slice(0, start).trimEnd();
    note(open, { writtenId: shortened(mdx.toLowerCase()) });
  }
}

/**
 * Gives each section its id: the id that is written at the heading, or one made from the title. Written ids go first,
 * so that no other section has them; of two equal ones the first counts. A heading that begins no section is a target of
 * links.
 */
function name(state: StateCore): void {
  const slugger = new GithubSlugger();
  const ids = new GithubSlugger();
  const written = new Map<string, Token>();
  for (const open of state.tokens) {
    const { writtenId } = metaOf(open);
    if (writtenId === undefined || !beginsSection(open) || written.has(writtenId)) continue;
    written.set(writtenId, open);
    ids.occurrences[writtenId] = 0;
  }
  for (const [at, open] of state.tokens.entries()) {
    if (open.type !== 'heading_open') continue;
    const { writtenId = '' } = metaOf(open);
    const children = state.tokens[at + 1]!.children ?? [];
    const title = inlineText(children);
    if (!beginsSection(open)) {
      const id = writtenId || shortened(slugOf(sectionName(title)));
      const anchor = HEADING_ID_PREFIX + id;
      if (id !== '') children.unshift(note(new state.Token('anchor', '', 0), { anchor }));
      continue;
    }
    const isWritten = written.get(writtenId) === open;
    const id = isWritten ? writtenId : ids.slug(shortened(slugger.slug(sectionName(title))));
    const heading = {
      id: HEADING_ID_PREFIX + id,
      level: Number(open.tag.slice(1)),
      title,
      line: open.map![0],
    };
    note(open, { heading });
  }
}

/** Adds parser rules that give sections their ids. Pages and outlines use the same rules, so their ids are equal. */
export function headingIds(md: MarkdownIt): void {
  md.core.ruler.after('block', 'written_ids', takeWrittenIds);
  md.core.ruler.after('written_ids', 'only_headings', skipRest);
  md.core.ruler.push('heading_ids', name);
}
