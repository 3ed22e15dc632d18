import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MAX_CURSOR_LENGTH } from '../../platform/cursor/cursor.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  PUBLICATION_STATES,
  type PublicationState,
} from '../../documents/publication-state.js';
import { ApiInteger } from '../../platform/openapi/property.decorators.js';
import { stringRule } from '../../platform/validation/rule.js';
import { SEVERITIES, type Severity } from '../../warnings/warning-codes.js';
import { LOCALE, SLUG, TAG } from './fields.js';
import { PublicationItemDto } from './publication.dto.js';
import { Choice, Filter, Flag, type InputField, Member, QueryInteger } from './member.js';

/** Orders of a list; a leading `-` means newest first (contract 4). */
export const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const MAX_LIMIT = 100;

export const CURSOR: InputField = {
  // Accepts any string, because the cursor decoder refuses an invalid cursor with `invalid_cursor` (contract 4).
  rule: stringRule,
  schema: {
    type: String,
    description: 'nextCursor of the previous page. Send all other arguments unchanged.',
    maxLength: MAX_CURSOR_LENGTH,
  },
};

export const Q: InputField = {
  // Any string is valid. The search shortens a long string, and finds nothing if the string has no words.
  rule: stringRule,
  schema: { type: String, description: 'Words or a question to search for.' },
};

/** Filters, order and page of a list (contract 4). */
export class ListPublicationsDto {
  /** Search query: words or a sentence. The search uses at most 24 words of the first 400 characters. */
  @Member(Q, { optional: true })
  q?: string;

  @QueryInteger(1, 'Items per page.', { max: MAX_LIMIT, default: 20 })
  limit?: number;

  @Member(CURSOR, { optional: true })
  cursor?: string;

  @Choice(PUBLICATION_STATES, 'Only documents in this state.')
  state?: PublicationState;

  @Choice(INDEX_STATUSES, 'Only documents with this indexStatus.')
  indexStatus?: IndexStatus;

  @Filter(LOCALE, 'Only documents in this locale.')
  locale?: string;

  @Filter(SLUG, 'Only documents with this slug.')
  slug?: string;

  @Filter(TAG, 'Only documents with this tag.')
  tag?: string;

  @Flag('Only documents whose working revision is not public.')
  unreleased?: boolean;

  @Flag('Only documents that were sent back and not changed since.')
  returned?: boolean;

  @Choice(SEVERITIES, 'Only documents with a warning of this severity.')
  warnings?: Severity;

  @Choice(
    SORTS,
    'A leading - means newest first. Default: -createdAt; with q, the best match comes first.',
  )
  sort?: Sort;
}

/** The query string of a list over HTTP. Lists over MCP always have `total` (contract 4). */
export class ListQueryDto extends ListPublicationsDto {
  @Flag(
    'Whether the answer contains total, the number of publications in the list. Counting takes longer than reading the page.',
  )
  count?: boolean;
}

/** One page of a list (contract 4). */
@ApiSchema({ name: 'PublicationList', description: 'One page of the publications of the account.' })
export class PublicationListDto {
  @ApiProperty({
    type: [PublicationItemDto],
    description: 'The publications, each without its content and sources.',
  })
  items!: PublicationItemDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'cursor for the next page of the same list; null on the last page.',
    examples: [null],
  })
  nextCursor!: string | null;

  @ApiInteger(0, 'With count=true: number of publications in the list; null if more than 1,000.', {
    required: false,
    maximum: 1_000,
    nullable: true,
    examples: [1],
  })
  total?: number | null;
}
