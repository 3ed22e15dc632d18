import { MAX_CURSOR_LENGTH } from '../../platform/cursor/cursor.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  PUBLICATION_STATES,
  type PublicationState,
} from '../document/publication-state.js';
import { LOCALE, SLUG, TAG } from './fields.js';
import { type InputField, Member } from './member.js';
import { Choice, Filter, Flag, QueryInteger } from './query-member.js';

/** Orders of a list; a leading `-` means newest first (contract 4). */
export const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const MAX_LIMIT = 100;

const CURSOR: InputField = {
  // Which texts are cursors of ours is for their reader to say: `invalid_cursor` (contract 4).
  rule: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  schema: {
    type: String,
    description: 'nextCursor of the page before; all else the same.',
    maxLength: MAX_CURSOR_LENGTH,
  },
};

const Q: InputField = {
  // No text is wrong: what is too long is not looked at, and without a word nothing is found.
  rule: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  schema: { type: String, description: 'Words or a question to find documents by.' },
};

/** Which publications of the account to list, and how (contract 4). */
export class ListPublicationsDto {
  /** Words, or a question; of it the first 400 characters and 24 words are looked at. */
  @Member(Q, { optional: true })
  q?: string;

  /** Items a page, 1–100. */
  @QueryInteger(1, 'Items a page.', { max: MAX_LIMIT, default: 20 })
  limit?: number;

  /** `nextCursor` of the page before, under the same sort and filters. */
  @Member(CURSOR, { optional: true })
  cursor?: string;

  /** Only documents in this state. */
  @Choice(PUBLICATION_STATES, 'Only in this state.')
  state?: PublicationState;

  /** Only documents with this index status. */
  @Choice(INDEX_STATUSES, 'Only with this index status.')
  indexStatus?: IndexStatus;

  /** Only documents of this locale. */
  @Filter(LOCALE, 'Only of this locale.')
  locale?: string;

  /** Only documents with this slug. */
  @Filter(SLUG, 'Only with this slug.')
  slug?: string;

  /** Only documents with this tag in the working revision. */
  @Filter(TAG, 'Only with this tag.')
  tag?: string;

  /** Only documents whose working revision is not the public one. */
  @Flag('Only those whose working revision is not the public one.')
  unreleased?: boolean;

  /** Only documents whose working revision was sent back. */
  @Flag('Only those that were sent back and not revised since.')
  returned?: boolean;

  /** Order; default `-createdAt`, or with `q` the best first. */
  @Choice(SORTS, '- is newest first. Default: -createdAt; with q, best first.')
  sort?: Sort;
}
