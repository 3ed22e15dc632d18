import type { Span } from '../../documents/text-search.js';
import type { ContentRangeDto, FoundPlacesDto } from '../dto/publication-view.dto.js';
import { occurrencesIn } from '../../documents/edits.js';
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

const isPairAt = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Returns the index in code units that is `characters` code points after `from`, but at most the end of the text. */
export function advance(text: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0 && at < text.length; left -= 1)
    at += isPairAt(text, at) ? 2 : 1;
  return Math.min(at, text.length);
}

/** Returns the span, in code units, of a part that is measured in code points. */
export function spanOf(
  text: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): Span {
  const start = advance(text, 0, offset);
  return { start, end: advance(text, start, length) };
}

/** Counts the characters (code points) between two indexes in code units. */
export function charactersBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += isPairAt(text, at) ? 2 : 1) count += 1;
  return count;
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
  const total = charactersBetween(text, 0, text.length);
  const from = advance(text, 0, offset);
  const end = length === undefined ? text.length : advance(text, from, length);
  let to = maxBytes === undefined ? end : fitting(text, from, end, maxBytes);
  if (to < end) to = afterLineBreak(text, to, charactersBetween(text, from, to));
  const contentRange = { offset, length: charactersBetween(text, from, to), total };
  return { content: text.slice(from, to), contentRange };
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
    offset += charactersBetween(content, counted, start);
    counted = start;
    const at = offset;
    const section = sections.findLast(
      (each) => each.offset <= at && at < each.offset + each.length,
    );
    return {
      section: section?.id ?? null,
      offset,
      // A slice can cut a surrogate pair at its far end. The remaining half is never among the 100 characters.
      before: Array.from(content.slice(Math.max(0, start - 2 * MAX_CONTEXT), start))
        .slice(-MAX_CONTEXT)
        .join(''),
      match: content.slice(start, end),
      after: Array.from(content.slice(end, end + 2 * MAX_CONTEXT))
        .slice(0, MAX_CONTEXT)
        .join(''),
    };
  });
  return { count: spans.length, places };
}
