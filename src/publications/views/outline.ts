import { fitting } from './bounded.js';
import type { Section } from '../../rendering/headings.js';

const MAX_ENTRIES = 1_000;

/** The sections of a content as far as they are answered (contract 4, `view: outline`). */
export interface Outline {
  readonly outline: Section[];
  /** Sections of the whole content, down to the requested level. */
  readonly sectionCount: number;
}

export interface OutlineBounds {
  /** Headings down to this level. */
  readonly levels?: number | undefined;
  /** Bytes of JSON. */
  readonly maxBytes?: number | undefined;
}

/** The part of an outline that fits: upper levels first, in the order of the document. */
export function outlineOf(
  all: readonly Section[],
  { levels = 6, maxBytes }: OutlineBounds,
): Outline {
  const sections = all.filter(({ level }) => level <= levels);
  const outline =
    maxBytes === undefined
      ? sections.slice(0, MAX_ENTRIES)
      : upperLevelsFirst(sections, maxBytes).slice(0, MAX_ENTRIES);
  return { outline, sectionCount: sections.length };
}

function upperLevelsFirst(sections: readonly Section[], maxBytes: number): Section[] {
  const upperFirst = sections.toSorted((a, b) => a.level - b.level);
  const chosen = new Set(fitting(upperFirst, maxBytes));
  return sections.filter((section) => chosen.has(section));
}
