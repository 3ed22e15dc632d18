import { PARSER } from './markdown.js';
import { onlyHeadings, sectionName } from './rules/headings.js';
import { metaOf } from './rules/token-meta.js';

/** A section of the content, which begins with a heading (contract 1). */
export interface Section {
  /** The anchor of the heading on the page, without `#`. */
  readonly id: string;
  /** 1–6, as in the Markdown. */
  readonly level: number;
  /** The first 200 characters of the heading, as plain text on one line; may be empty. */
  readonly title: string;
  /** Number of code points of the content before the heading. */
  readonly offset: number;
  /** Number of code points from the heading to the next heading of the same or a higher level, or to the end. */
  readonly length: number;
}

/** Counts the code points before each line; the last item is the count for the whole content. */
function lineOffsets(content: string): number[] {
  const offsets = [0];
  let count = 0;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    // The second half of a surrogate pair does not count.
    if (code < 0xdc00 || code > 0xdfff) count += 1;
    if (code === 10 || (code === 13 && content.charCodeAt(at + 1) !== 10)) offsets.push(count);
  }
  offsets.push(count);
  return offsets;
}

/**
 * Finds the sections of a document, without rendering it. The ids equal those on the released page, because the same
 * parser makes both. A heading in a quotation or list begins no section.
 * @param env environment of `onlyHeadings`, which then has the links and footnotes of the document
 * @throws RangeError for a document that is nested too deeply to be rendered
 */
export function headings(content: string, env = onlyHeadings()): Section[] {
  const state = new PARSER.core.State(content, PARSER, env);
  PARSER.core.process(state);
  const found = state.tokens.flatMap((token) => metaOf(token).heading ?? []);
  const offsets = lineOffsets(content);
  const starts = found.map(({ line }) => offsets[line]!);
  // The loop goes backwards, because a section ends at the nearest later heading of the same or a higher level.
  const nearest = Array.from({ length: 7 }, () => offsets.at(-1)!);
  const sections: Section[] = [];
  for (const [at, { id, level, title }] of [...found.entries()].toReversed()) {
    const offset = starts[at]!;
    const length = nearest[level]! - offset;
    sections.push({ id, level, title: sectionName(title), offset, length });
    nearest.fill(offset, level);
  }
  return sections.toReversed();
}
