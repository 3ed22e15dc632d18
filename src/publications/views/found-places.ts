import type { FoundPlacesDto } from '../dto/publication-view.dto.js';
import type { Section } from '../../rendering/headings.js';
import { occurrencesIn } from '../../documents/edits.js';
import type { Span } from '../../documents/text-search.js';
import { charactersBetween } from './content-part.js';

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
