import type { Span } from '../../documents/text-search.js';
import type { ContentRangeDto, FoundPlacesDto } from '../dto/publication-view.dto.js';
import { occurrencesIn } from '../../documents/edits.js';
import { advance, codePoints, isPairAt, lastCharacters } from '../../platform/validation/rule.js';
import type { Section } from '../../rendering/headings.js';

/** A part of a text, and its position (contract 4, "Reading a part"). */
export interface ContentPart {
  readonly content: string;
  readonly contentRange: ContentRangeDto;
}

export interface PartWish {
  /** Characters to skip at the start. */
  readonly offset?: number | undefined;
  /** Maximum characters. */
  readonly length?: number | undefined;
  /** Maximum bytes in UTF-8. */
  readonly maxBytes?: number | undefined;
}

/** Returns the span, in code units, of a part that is measured in code points. */
export function spanOf(
  text: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Span {
  const start = advance(text, 0, offset);
  return { start, end: advance(text, start, length) };
}

/** Counts the bytes in UTF-8 of the character at an index. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return isPairAt(text, at) ? 4 : 3;
}

/** Returns the index after the last character that still fits into `maxBytes`, but at most `to`. */
function fitting(text: string, from: number, to: number, maxBytes: number): number {
  let at = from;
  for (let bytes = bytesAt(text, at); at < to && bytes <= maxBytes; bytes += bytesAt(text, at)) {
    at += isPairAt(text, at) ? 2 : 1;
  }
  return at;
}

/**
 * Returns the index after the last line break in the last quarter of a part that ends at `to`; `to` if there is none.
 */
function afterLineBreak(text: string, to: number, characters: number): number {
  let at = to;
  for (let left = Math.ceil(characters / 4); left > 0; left -= 1) {
    const last = text[at - 1];
    if (last === '\n' || (last === '\r' && text[at] !== '\n')) return at;
    at -= at > 1 && isPairAt(text, at - 2) ? 2 : 1;
  }
  return to;
}

/**
 * Returns the requested part, in whole characters; empty if the offset is past the end. If `maxBytes` shortens the part,
 * and its last quarter has a line break, the part ends after the last line break.
 */
export function partOf(text: string, { offset = 0, length, maxBytes }: PartWish): ContentPart {
  const total = codePoints(text);
  const from = advance(text, 0, offset);
  const end = length === undefined ? text.length : advance(text, from, length);
  let to = maxBytes === undefined ? end : fitting(text, from, end, maxBytes);
  if (to < end) to = afterLineBreak(text, to, codePoints(text.slice(from, to)));
  const content = text.slice(from, to);
  return { content, contentRange: { offset, length: codePoints(content), total } };
}

const MAX_PLACES = 20;
const MAX_CONTEXT = 100;

/** Finds the occurrences of a text in a part of the content: those that an edit with this `find` and `all` replaces. */
export function foundPlaces(
  content: string,
  find: string,
  within: Span,
  sections: readonly Section[],
): FoundPlacesDto {
  const spans = occurrencesIn(content, find, within);
  let offset = 0;
  let counted = 0;
  const places = spans.slice(0, MAX_PLACES).map(({ start, end }) => {
    offset += codePoints(content.slice(counted, start));
    counted = start;
    const at = offset;
    const section = sections.findLast(
      (each) => each.offset <= at && at < each.offset + each.length,
    );
    return {
      section: section?.id ?? null,
      offset,
      before: lastCharacters(content.slice(0, start), MAX_CONTEXT),
      match: content.slice(start, end),
      after: content.slice(end, advance(content, end, MAX_CONTEXT)),
    };
  });
  return { count: spans.length, places };
}
