import { PARSER } from './markdown.js';
import { onlyHeadings, sectionName } from './rules/headings.js';
import { metaOf } from './rules/token-meta.js';

/** A part of a document's content that a heading begins (contract 1). */
export interface Section {
  /** The anchor of the heading on the page, without `#`. */
  readonly id: string;
  /** 1–6, as it is written. */
  readonly level: number;
  /** Plain words on one line, the first 200 characters of them; may be empty. */
  readonly title: string;
  /** Code points before the heading. */
  readonly offset: number;
  /** Characters up to the next heading of the same or a higher level, or to the end. */
  readonly length: number;
}

/** Code points before each line, and of all. */
function lineOffsets(content: string): number[] {
  const offsets = [0];
  let count = 0;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    // The second half of a pair counts with the first.
    if (code < 0xdc00 || code > 0xdfff) count += 1;
    if (code === 10 || (code === 13 && content.charCodeAt(at + 1) !== 10)) offsets.push(count);
  }
  offsets.push(count);
  return offsets;
}

/**
 * The sections of a document in their order, without rendering it: a pure function whose ids are those
 * of the released page, because both come from the same parser. Headings in quotations and lists begin
 * no section.
 * @throws RangeError for a document that is nested too deeply to be rendered
 */
export function headings(content: string): Section[] {
  const state = new PARSER.core.State(content, PARSER, onlyHeadings());
  PARSER.core.process(state);
  const found = state.tokens.flatMap((token) => metaOf(token).heading ?? []);
  const offsets = lineOffsets(content);
  const starts = found.map(({ line }) => offsets[line]!);
  // Backwards: a section ends at the nearest later heading that is no deeper.
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
