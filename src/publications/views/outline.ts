import { fitting } from './bounded.js';
import type { Section } from '../../rendering/headings.js';

/** The sections that an answer lists (contract 4, `view: outline`). */
export interface Outline {
  readonly outline: Section[];
  /** Number of sections of the whole content, without those below the requested level. */
  readonly sectionCount: number;
}

export interface OutlineBounds {
  /** The deepest level of heading to show. */
  readonly levels?: number | undefined;
  /** Maximum bytes of JSON. */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the sections that fit into the bounds, in the order of the document. If `maxBytes` is too small for all
 * sections, the deepest levels are left out first.
 */
export function outlineOf(
  all: readonly Section[],
  { levels = 6, maxBytes }: OutlineBounds,
): Outline {
  const sections = all.filter(({ level }) => level <= levels);
  const outline = maxBytes === undefined ? sections : upperLevelsFirst(sections, maxBytes);
  return { outline, sectionCount: sections.length };
}

function upperLevelsFirst(sections: readonly Section[], maxBytes: number): Section[] {
  const upperFirst = sections.toSorted((a, b) => a.level - b.level);
  const chosen = new Set(fitting(upperFirst, maxBytes));
  return sections.filter((section) => chosen.has(section));
}
