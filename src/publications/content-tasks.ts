import type { Env } from 'markdown-it';
import { applyEdits, type Edit, type Edited, type EditFault } from '../documents/edits.js';
import { mostAlike } from '../documents/text-search.js';
import { headings, type Section } from '../rendering/headings.js';
import { missingEnd } from '../rendering/missing-end.js';
import { inspected, type Inspection } from '../rendering/pictures.js';
import { onlyHeadings } from '../rendering/rules/headings.js';
import { foundPlaces, spanOf } from './views/content-part.js';
import { type ContentChanges, contentChanges } from '../comparisons/content-changes.js';
import type { FoundPlacesDto } from './dto/publication-view.dto.js';
import {
  type NotableSection,
  notableSection,
  type Parsed,
  quoteCounts,
  type ToQuote,
} from './views/note-quotes.js';
import { type Outline, type OutlineBounds, outlineOf } from './views/outline.js';

/** Tasks on the whole content of a revision. In the main thread, such tasks would delay requests. */
export const contentTasks = {
  /**
   * Makes the outline, shortened to the bounds. The outline is empty if the content is nested too deeply to be
   * rendered. The thread itself shortens the outline, because transferring 100,000 sections would block the main
   * thread.
   */
  outline: ({ content, ...bounds }: Content & OutlineBounds): Outline =>
    outlineOf(sectionsOf(content), bounds),

  /** Returns the content of a section. */
  section({ content, id }: Content & { readonly id: string }): string | UnknownSection {
    const sections = sectionsOf(content);
    const found = sections.find((each) => each.id === id);
    if (!found) return { likeliest: likeliest(sections, id) };
    const { start, end } = spanOf(content, found);
    return content.slice(start, end);
  },

  /** Finds the occurrences of a text in the content, or in `section` if given. */
  find({
    content,
    text,
    section,
  }: Content & { readonly text: string; readonly section: string | undefined }):
    FoundPlacesDto | UnknownSection {
    const sections = sectionsOf(content);
    const within = section === undefined ? undefined : sections.find(({ id }) => id === section);
    if (section !== undefined && !within) return { likeliest: likeliest(sections, section) };
    const span = within ? spanOf(content, within) : { start: 0, end: content.length };
    return foundPlaces(content, text, span, sections);
  },

  /** Counts how often quotes stand in their passages; `null` for an unknown section. */
  quotes: (wish: ToQuote): (number | null)[] => quoteCounts(wish, parsed(wish.content)),

  /** Finds what the form for a note shows. */
  notable: ({ content, asked }: Content & { readonly asked: string | null }): NotableSection =>
    notableSection(content, asked, parsed(content)),

  /** Applies all edits, or none if one of them fails. */
  edits({ content, edits }: Content & { readonly edits: readonly Edit[] }): Edited {
    const named = new Set(edits.flatMap(({ section }) => section ?? []));
    const all = named.size === 0 ? [] : sectionsOf(content);
    const known = all.filter(({ id }) => named.has(id));
    const sections = new Map(known.map((each) => [each.id, spanOf(content, each)]));
    const edited = applyEdits(content, edits, (id) => sections.get(id), missingEnd);
    return 'faults' in edited ? { faults: withSections(content, edits, edited.faults) } : edited;
  },

  inspect: ({ content }: Content): Inspection => inspected(content),

  changes: ({ before, after }: Readonly<Record<'before' | 'after', string>>): ContentChanges =>
    contentChanges(before, after),
};

type ContentTasks = typeof contentTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends ContentTasks {}
}

interface Content {
  readonly content: string;
}

export interface UnknownSection {
  /** Id of the section whose id and title are most similar; `null` if the content has no sections. */
  readonly likeliest: string | null;
}

const likeliest = (sections: readonly Section[], asked: string): string | null =>
  sections[mostAlike(sections.map(({ id, title }) => `${id} ${title}`).join('\n'), asked)]?.id ??
  null;

/** Number of faults for which sections are looked for (contract 2), because each takes a pass over the content. */
const MAX_LOCATED = 10;

/** Adds to the first faults the sections that help to correct the edit (contract 2). */
function withSections(
  content: string,
  edits: readonly Edit[],
  faults: readonly EditFault[],
): EditFault[] {
  const sections = sectionsOf(content);
  return faults.map((fault, place) => {
    const { section, find } = edits[fault.index]!;
    if (place >= MAX_LOCATED) return fault;
    if (fault.reason === 'unknown_section') {
      return { ...fault, likeliest: likeliest(sections, section!) };
    }
    if (fault.reason !== 'ambiguous') return fault;
    const within = sections.find(({ id }) => id === section);
    const span = within ? spanOf(content, within) : { start: 0, end: content.length };
    const { places } = foundPlaces(content, find!, span, sections);
    const ids = places.flatMap((each) => each.section ?? []);
    return { ...fault, sections: [...new Set(ids)] };
  });
}

function parsed(content: string): Parsed {
  const env = onlyHeadings();
  return { sections: sectionsOf(content, env), env };
}

/**
 * Returns the sections of the content; none if the content is nested too deeply to be rendered, because such content
 * never has a page.
 */
function sectionsOf(content: string, env?: Env): readonly Section[] {
  try {
    return headings(content, env);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
