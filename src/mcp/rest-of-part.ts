import type { BoundedView, PublicationView } from '../publications/views/bounded.js';

// A note says what an answer leaves out because of its bounds, and how to read the rest (contract 8).

/** The members of an answer with a part of a document. */
export type PartOfDocument = Partial<
  Pick<PublicationView, 'contentRange' | 'revision' | 'outline' | 'find' | 'sources'>
> &
  Pick<PublicationView, 'contentLength'>;

type BoundedMembers = Pick<BoundedView, 'sectionCount' | 'isOutlineLate' | 'sourceCount'>;

/** What the bounds left out. */
export type LeftOut = { readonly [K in keyof BoundedMembers]: BoundedMembers[K] | undefined };

/** Says what an answer leaves out of a document. @param tool the tool that reads the rest */
export const restOfPart = (
  tool: string,
  part: PartOfDocument,
  { sectionCount, isOutlineLate, sourceCount }: LeftOut,
): string =>
  [
    restOfContent(tool, part),
    isOutlineLate && 'The outline is left out, because it took too long to make.',
    restOfOutline(part, sectionCount),
    restOfPlaces(part),
    restOfSources(tool, part, sourceCount),
  ]
    .filter(Boolean)
    .join(' ');

function restOfContent(
  tool: string,
  { contentRange, contentLength, revision, outline }: PartOfDocument,
): string | false {
  if (!contentRange) return false;
  const { offset, length, total } = contentRange;
  const end = offset + length;
  if (end >= total) return false;
  const same = [
    ...(total < contentLength ? ['the same section'] : []),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
  ].join(', ');
  const section = outline?.length ? ', or with the id of a section from the outline' : '';
  return `These are ${length} of ${total} characters. To read on, call ${tool} with ${same && `${same} and `}offset ${end}${section}.`;
}

const restOfOutline = ({ outline }: PartOfDocument, count?: number): string | false =>
  count !== undefined &&
  !!outline &&
  `The outline lists ${outline.length} of ${count} sections, the upper levels first: to find the other sections, read the content with offset.`;

const restOfPlaces = ({ find }: PartOfDocument): string | false =>
  !!find &&
  find.places.length < find.count &&
  `These are the first ${find.places.length} of ${find.count} places where the text occurs: to find fewer places, look for a longer text, or look only in one section.`;

const restOfSources = (tool: string, { sources }: PartOfDocument, count?: number): string | false =>
  count !== undefined &&
  !!sources &&
  `These are the first ${sources.length} of ${count} sources. To get all sources, call ${tool} with length 1: this shortens the content, but not the sources.`;
