import { problemOf } from '../platform/problems/common-problems.js';
import { type ProblemBody, problemBody } from '../platform/problems/problem.js';
import type { PublicationListDto } from '../publications/dto/list-publications.dto.js';
import type { PublicationItemDto } from '../publications/dto/publication.dto.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { type BoundedView, fitting } from '../publications/views/bounded.js';
import type { WriteOutcome } from '../publications/publications.service.js';
import { chosen, shortAnswer } from '../publications/short-answer.js';
import { InvalidParams, type JsonObject } from './json-rpc.js';
import type { MessageRequest } from './mcp-request.js';
import {
  type Circumstances,
  note,
  noteOfUpdate,
  openNotesIn,
  readNote,
  replayNote,
} from './notes.js';
import { inputRequired, Question } from './question.js';
import { restOfPart } from './rest-of-part.js';
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
const answered = ({ content, replayed = false }: ToolAnswer): ToolResult => ({
  content: text(content),
  structuredContent: content as Record<string, unknown>,
  ...(replayed ? { _meta: { 'imprimatur/replayed': true } } : {}),
});

/**
 * Makes a refusal. A refusal has no structured content. Clients would validate structured content against the output
 * schema and then hide the text.
 */
const refused = (problem: ProblemBody): ToolResult => ({
  content: text(problem),
  isError: true,
});

/**
 * Carries out a call, and makes its result. A refusal is a result, because models see only results.
 * @param fitted changes the next step of a refusal for this caller
 * @throws JSON-RPC error `INVALID_PARAMS`
 */
export async function resultOf(
  request: MessageRequest,
  publicBaseUrl: string,
  carryOut: () => Promise<ToolAnswer | Question>,
  fitted = (nextStep: string): string => nextStep,
): Promise<CallResult> {
  try {
    const answer = await carryOut();
    return answer instanceof Question ? inputRequired(answer) : answered(answer);
  } catch (error) {
    if (error instanceof InvalidParams) throw error;
    const problem = problemOf(error);
    if (problem.code === 'unauthorized') request.ended = problem;
    request.refusal = { code: problem.code, error, channel: 'mcp' };
    const body = problemBody(problem, 'mcp', publicBaseUrl, request.requestId);
    return refused({ ...body, nextStep: fitted(body.nextStep) });
  }
}

/** The members of a class, as a type whose values can be spread. */
type Members<T> = Pick<T, keyof T>;

type Warnings = NonNullable<PublicationViewDto['warnings']>;

/** Leaves out of warnings what their codes say already (contract 8). */
const inShort = (warnings: Warnings | null | undefined): object =>
  warnings
    ? {
        warnings: warnings.map(({ code, section, excerpt, nextStep }) => ({
          code,
          ...(section !== null && { section }),
          ...(excerpt !== '' && { excerpt }),
          nextStep,
        })),
      }
    : {};

/** Says in one line how many warnings there are, and of what: `2 warnings: placeholder, chat_frame.` */
function countOf(warnings: Warnings): string {
  if (warnings.length === 0) return '';
  const codes = [...new Set(warnings.map(({ code }) => code))].join(', ');
  return `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}: ${codes}.`;
}

/** A publication in tool results: the members of the HTTP API with short warnings, and a note (contract 8). */
export const shownView = (
  { sectionCount, isOutlineLate, omittedFields, noteCount, sourceCount, ...view }: BoundedView,
  circumstances: Circumstances,
): object => ({
  ...view,
  ...inShort(view.warnings),
  note: [
    readNote(view, circumstances),
    openNotesIn(view, circumstances),
    restOfNotes(view, noteCount),
    countOf(view.warnings ?? []),
    restOfHistory(view),
    restOfChanges(view, omittedFields),
    restOfPart('get_publication', view, { sectionCount, isOutlineLate, sourceCount }),
  ]
    .filter(Boolean)
    .join(' '),
});

type View = Members<PublicationViewDto>;

function restOfHistory({ history }: View): string | false {
  const oldest = history?.at(-1)?.version ?? 1;
  return (
    oldest > 1 &&
    `There are older revisions: call get_publication with view history and revision ${oldest - 1} to read on.`
  );
}

function restOfChanges({ changes }: View, omittedFields: readonly string[] = []): string | false {
  const isWhole = omittedFields.length === 0 && !changes?.truncated;
  if (!changes || isWhole) return false;
  const { from, to } = changes;
  return [
    omittedFields.length > 0 &&
      `These fields are too long for the answer, and are left out of \`before\` and \`after\`: ${omittedFields.join(', ')}.`,
    changes.truncated && 'contentDiff ends early, because it is too long.',
    `To read a whole version, call get_publication with revision ${to}${from === null ? '' : ` or ${from}`}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const restOfNotes = ({ notes }: View, count?: number): string | false =>
  count !== undefined &&
  !!notes &&
  `These are the first ${notes.length} of ${count} notes of approvers; open notes come first. To make room for the others, answer open notes, then read the notes again.`;

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
export const fittingItems = (items: readonly PublicationItemDto[]): number =>
  Math.max(fitting(items.map(item), MAX_ANSWER_BYTES).length, 1);

export const shownList = ({ items, ...page }: PublicationListDto): object => ({
  items: items.map(item),
  ...page,
});

/** Makes the answer to a create, or to a publish that did not wait: the publication after the write. */
export const written = (outcome: WriteOutcome, circumstances: Circumstances): ToolAnswer =>
  compact(outcome, ofWrite(outcome, circumstances, note), circumstances);

export const updated = (outcome: WriteOutcome, circumstances: Circumstances): ToolAnswer =>
  compact(outcome, ofWrite(outcome, circumstances, noteOfUpdate), circumstances);

/** Makes the answer to a publish that waited, or to its replay: the publication as it is now (contract 5). */
export const awaited = (outcome: WriteOutcome, circumstances: Circumstances): ToolAnswer =>
  compact(outcome, note(outcome.publication, circumstances), circumstances);

const ofWrite = (
  { replayed, publication }: WriteOutcome,
  circumstances: Circumstances,
  make: typeof note,
): string => (replayed ? replayNote(circumstances) : make(publication, circumstances));

const MAX_MISSING = 50;

const sendPictures = (count: number): string =>
  count > MAX_MISSING
    ? ` ${count} pictures of the content are not uploaded yet. missingPictures lists ${MAX_MISSING} of them: upload these, then call update_publication to get the others.`
    : ' Before you release the document, upload each picture in missingPictures to its uploadUrl.';

function compact(
  { publication, changedFields, replayed }: WriteOutcome,
  said: string,
  { releasing }: Circumstances,
): ToolAnswer {
  const missing = publication.missingPictures ?? [];
  const missingPictures = missing.slice(0, MAX_MISSING);
  const shown = shortAnswer({
    publication: Object.assign({}, publication, { missingPictures }),
    changedFields,
  });
  const hint = missing.length === 0 ? '' : sendPictures(missing.length);
  const warnings = publication.warnings ?? [];
  // After a publish, or for a key without `read`, there are no warnings to be read.
  const areLate =
    publication.warnings === null &&
    !replayed &&
    /^(?:draft|review)$/.test(publication.state) &&
    releasing.scopes.includes('read');
  const advice =
    warnings.length > 0
      ? ` ${countOf(warnings)} Before the document is released, make the edits that are named in warnings.`
      : areLate
        ? ' This version has not been checked for warnings yet: read the warnings with get_publication before it is released.'
        : '';
  const short = warnings.length > 0 && inShort(warnings);
  const content = { ...shown, ...short, note: said + hint + advice };
  return { content, replayed };
}
