import type { ProblemBody } from '../platform/problems/problem.js';
import type {
  PublicationItemDto,
  PublicationListDto,
} from '../publications/dto/publication.dto.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import type { BoundedView } from '../publications/views/publication-views.service.js';
import type { WriteOutcome } from '../publications/publications.service.js';
import { chosen, shortAnswer } from '../publications/short-answer.js';
import type { JsonObject } from './json.js';
import { note, noteOfUpdate, replayNote } from './note.js';
import type { Circumstances } from './note-facts.js';
import { readNote } from './read-note.js';
import type { inputRequired } from './question.js';
import type { ToolAnswer } from './tool.js';

/** The members of the MCP `CallToolResult` that this service uses. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
};

/** The answer to a tool call: a result, or a question to the person. */
export type CallResult = ToolResult | ReturnType<typeof inputRequired>;

const text = (value: object): ToolResult['content'] => [
  { type: 'text', text: JSON.stringify(value) },
];

/**
 * Makes a result with the answer as text and as structured content, because some clients read only one of the two
 * (contract 8).
 */
export const answered = ({ content, replayed = false }: ToolAnswer): ToolResult => ({
  content: text(content),
  structuredContent: content as Record<string, unknown>,
  ...(replayed ? { _meta: { 'imprimatur/replayed': true } } : {}),
});

/**
 * Makes a refusal. A refusal has no structured content. Clients would validate structured content against the output
 * schema and then hide the text.
 */
export const refused = (problem: ProblemBody): ToolResult => ({
  content: text(problem),
  isError: true,
});

/** The members of a class, as a type whose values can be spread. */
type Members<T> = Pick<T, keyof T>;

/** A publication in tool results: the members of the HTTP API, and a note (contract 8). */
export interface ShownPublication extends Members<PublicationViewDto> {
  readonly note: string;
}

export const shownView = (
  { sectionCount, isOutlineLate, omittedFields, sourceCount, ...view }: BoundedView,
  circumstances: Circumstances,
): ShownPublication => ({
  ...view,
  note: [
    readNote(view, circumstances),
    readOn(view),
    isOutlineLate ? OUTLINE_LATE : '',
    moreSections(view, sectionCount),
    olderRevisions(view),
    restOfChanges(view, omittedFields),
    morePlaces(view),
    moreSources(view, sourceCount),
  ]
    .filter(Boolean)
    .join(' '),
});

const OUTLINE_LATE = 'The outline is left out: it was not found in time.';

function restOfChanges(
  { changes }: Members<PublicationViewDto>,
  omittedFields: readonly string[] = [],
): string {
  if (!changes) return '';
  const { from, to } = changes;
  const whole = `get_publication with revision ${to}${from === null ? '' : `, or ${from},`} reads all of it`;
  return [
    omittedFields.length > 0
      ? `before and after leave out ${omittedFields.join(', ')}: too long.`
      : '',
    changes.truncated ? 'contentDiff is not all of it.' : '',
    omittedFields.length > 0 || changes.truncated ? `${whole}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function morePlaces({ find }: Members<PublicationViewDto>): string {
  if (!find || find.places.length === find.count) return '';
  return `These are the first ${find.places.length} of ${find.count} occurrences: look for a longer text, or within a section.`;
}

function moreSources({ sources }: Members<PublicationViewDto>, sourceCount?: number): string {
  if (sourceCount === undefined) return '';
  return `These are the first ${sources.length} of ${sourceCount} sources: call get_publication with length 1 for all.`;
}

function readOn(view: Members<PublicationViewDto>): string {
  const { contentRange, contentLength, revision, outline } = view;
  if (!contentRange) return '';
  const { offset, length, total } = contentRange;
  const end = offset + length;
  if (end >= total) return '';
  const again = [
    total < contentLength ? 'the same section' : '',
    revision === undefined ? '' : `revision ${revision}`,
  ].filter(Boolean);
  const same = again.length > 0 ? `${again.join(', ')} and ` : '';
  const section = outline?.length ? ', or with a section of the outline' : '';
  return `These are ${length} of ${total} characters: call get_publication with ${same}offset ${end} to read on${section}.`;
}

function moreSections({ outline }: Members<PublicationViewDto>, sectionCount?: number): string {
  if (!outline || sectionCount === undefined) return '';
  return `The outline lists ${outline.length} of ${sectionCount} sections, upper levels first: the others are found by reading with offset.`;
}

function olderRevisions({ history }: Pick<PublicationViewDto, 'history'>): string {
  const oldest = history?.at(-1)?.version ?? 1;
  if (oldest === 1) return '';
  return `There are older ones: call get_publication with view history and revision ${oldest - 1} to read on.`;
}

/**
 * Members of every list item, in this order. `snippet` is present only if the list was requested with `q` (contract 8).
 */
const ALWAYS_IN_ITEMS = (
  'id locale slug title state indexStatus version publishedVersion ' +
  'contentLength updatedAt snippet'
).split(' ');
const IN_ITEMS_IF_ANY = ['description', 'tags', 'changeNote', 'withdrawn', 'publishError'];

/** Makes a list item. The item is short, so that hosts accept a page of 100 items. */
const item = (summary: Members<PublicationItemDto>): JsonObject =>
  chosen({ ...summary }, ALWAYS_IN_ITEMS, IN_ITEMS_IF_ANY);

/** Maximum number of bytes of content or items in an answer. The caller can ask for more (contract 4, 8). */
export const MAX_ANSWER_BYTES = 40_000;

/**
 * Counts the first items of a list that fit into an answer. The first item always counts, even if it alone is too long.
 */
export function fittingItems(items: readonly PublicationItemDto[]): number {
  let bytes = 0;
  const tooMany = items.findIndex((summary) => {
    bytes += Buffer.byteLength(JSON.stringify(item(summary)));
    return bytes > MAX_ANSWER_BYTES;
  });
  return tooMany === -1 ? items.length : Math.max(tooMany, 1);
}

export const shownList = ({ items, ...page }: PublicationListDto): object => ({
  items: items.map(item),
  ...page,
});

/** Makes the answer to a create, or to a publish that did not wait: the publication after the write. */
export const written = (
  outcome: WriteOutcome,
  changedFields: readonly string[],
  circumstances: Circumstances,
): ToolAnswer =>
  compact(
    outcome,
    changedFields,
    outcome.replayed ? replayNote(circumstances) : note(outcome.publication, circumstances),
  );

export const updated = (outcome: WriteOutcome, circumstances: Circumstances): ToolAnswer =>
  compact(
    outcome,
    outcome.changedFields,
    outcome.replayed ? replayNote(circumstances) : noteOfUpdate(outcome.publication, circumstances),
  );

/** Makes the answer to a publish that waited, or to its replay: the publication as it is now (contract 5). */
export const awaited = (outcome: WriteOutcome, circumstances: Circumstances): ToolAnswer =>
  compact(outcome, [], note(outcome.publication, circumstances));

const MAX_MISSING = 50;

const sendPictures = (count: number): string =>
  count > MAX_MISSING
    ? `${count} pictures are missing, of which missingPictures names ${MAX_MISSING}: send these, then update again to learn of the others.`
    : 'Before you release it, send each of missingPictures to its uploadUrl.';

function compact(
  { publication, replayed }: WriteOutcome,
  changedFields: readonly string[],
  told: string,
): ToolAnswer {
  const missing = publication.missingPictures ?? [];
  const missingPictures = missing.slice(0, MAX_MISSING);
  const shown = shortAnswer(Object.assign({}, publication, { missingPictures }), changedFields);
  const hint = missing.length === 0 ? '' : ` ${sendPictures(missing.length)}`;
  return { content: { ...shown, note: told + hint }, replayed };
}
