import { membersOf } from '../documents/document.js';
import type { Withdrawn } from '../documents/publication-state.js';
import { codePoints, firstCharacters } from '../platform/validation/rule.js';
import type { PublicationDto, PublicationItemDto } from '../publications/dto/publication.dto.js';
import { type Answer, type Cell, factTable } from './answer.js';

/** A publication as clients see it, with its account. */
export type Owned<T extends PublicationItemDto> = Pick<T, keyof T> & { readonly accountId: string };

export const LIST_HEAD = ['id', 'account', 'path', 'title', 'state', 'index', 'version', 'public'];

/** Longest shown title. Longer titles make the table too wide for a screen; `--json` has the whole title. */
const MAX_TITLE = 50;

const shortened = (title: string): string =>
  codePoints(title) > MAX_TITLE ? `${firstCharacters(title, MAX_TITLE - 1)}…` : title;

export const publicationRow = (
  publication: Owned<PublicationItemDto>,
  accountName: string,
): readonly Cell[] => [
  publication.id,
  accountName,
  `${publication.locale}/${publication.slug}`,
  shortened(publication.title),
  publication.withdrawn ? `${publication.state}, withdrawn` : publication.state,
  publication.indexStatus,
  publication.version,
  publication.publishedVersion,
];

const time = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Describes a failed release. The error code comes first, because the documentation lists errors by code. */
const failure = (error: PublicationDto['publishError']): string | null =>
  error && `${error.code} of version ${error.version}: ${error.message}`;

const correction = (returned: PublicationDto['returned']): string | null =>
  returned && `version ${returned.version} by ${returned.by} at ${returned.at}: ${returned.note}`;

const withdrawal = ({ at, supersededBy, notice }: Withdrawn): Record<string, Cell> => ({
  [supersededBy === undefined ? 'withdrawn' : 'superseded (301)']: time(at),
  ...(supersededBy !== undefined && { 'superseded by': supersededBy }),
  ...(notice !== undefined && { notice }),
});

export const publicationAnswer = (publication: Owned<PublicationDto>): Answer => ({
  json: publication,
  text: factTable({
    id: publication.id,
    account: publication.accountId,
    url: publication.url,
    ...membersOf(publication),
    author: `${publication.author.name} (${publication.author.kind})`,
    sources: publication.sources.length,
    state: publication.state,
    index: publication.indexStatus,
    intent: publication.intent,
    version: publication.version,
    'public version': publication.publishedVersion,
    'approved by':
      publication.approvedBy && `${publication.approvedBy} (${publication.approvedVia})`,
    'sent back': correction(publication.returned),
    ...(publication.withdrawn && withdrawal(publication.withdrawn)),
    published: time(publication.publishedAt),
    'publish error': failure(publication.publishError),
    created: time(publication.createdAt),
    updated: time(publication.updatedAt),
  }),
});
