import type {
  PublicationDto,
  PublicationListDto,
  PublicationSummaryDto,
} from '../publications/publication.dto.js';
import type { WriteOutcome } from '../publications/publications.service.js';
import { note, noteOfUpdate } from './note.js';
import type { ToolAnswer } from './tool.js';

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
