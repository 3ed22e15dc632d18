import type { Section } from '../../rendering/headings.js';

const MAX_ENTRIES = 1_000;

/** The sections of a content as far as they are answered (contract 4, `view: outline`). */
export interface Outline {
  readonly outline: Section[];
  /** Of the whole content. */
  readonly sectionCount: number;
}

/** As much of an outline as fits, the upper levels first, in the order of the document. */
export function outlineOf(sections: readonly Section[], maxBytes: number | undefined): Outline {
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

/** The first of a list, as many as fit into so many bytes of JSON. */
export function fitting<T>(items: T[], maxBytes: number): T[] {
  // A bracket at either end, a comma behind all but one.
  let left = maxBytes - 1;
  const end = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1;
    return left < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}
