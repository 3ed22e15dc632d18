import type { ProblemBody } from '../platform/errors/problem.js';
import type {
  PublicationDto,
  PublicationListDto,
  PublicationSummaryDto,
} from '../publications/publication.dto.js';
import type { WriteOutcome } from '../publications/publications.service.js';
import { note, noteOfUpdate } from './note.js';
import type { ToolAnswer } from './tool.js';

/** MCP `CallToolResult`, as far as this service uses it. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
};

const text = (value: object): ToolResult['content'] => [
  { type: 'text', text: JSON.stringify(value) },
];

/** The answer twice, for clients that read the one or the other (CONTRACT 8). */
export const answered = ({ content, replayed = false }: ToolAnswer): ToolResult => ({
  content: text(content),
  structuredContent: content as Record<string, unknown>,
  ...(replayed ? { _meta: { 'imprimatur/replayed': true } } : {}),
});

/** Without structured content: clients would hold it against the output schema and hide the text. */
export const refused = (problem: ProblemBody): ToolResult => ({
  content: text(problem),
  isError: true,
});

/** The members of a class, in an object that may be spread. */
type Members<T> = Pick<T, keyof T>;

/** A publication as tools answer it: as over HTTP, and a note (CONTRACT 8). */
export interface ShownPublication extends Members<PublicationSummaryDto> {
  readonly content?: string;
  readonly note: string;
}

export const withContent = (publication: Members<PublicationDto>): ShownPublication => ({
  ...publication,
  note: note(publication),
});

export const withoutContent = ({ content: _, ...summary }: PublicationDto): ShownPublication =>
  noted(summary);

/** One page of a list. */
export const shownList = ({ items, nextCursor }: PublicationListDto): object => ({
  items: items.map(noted),
  nextCursor,
});

/** What a create or a publish answers. */
export const written = ({ publication, replayed }: WriteOutcome): ToolAnswer => ({
  content: withoutContent(publication),
  replayed,
});

/** What an update answers. */
export const updated = ({ publication, replayed }: WriteOutcome): ToolAnswer => ({
  content: { ...withoutContent(publication), note: noteOfUpdate(publication) },
  replayed,
});

const noted = (summary: Members<PublicationSummaryDto>): ShownPublication => ({
  ...summary,
  note: note(summary),
});
