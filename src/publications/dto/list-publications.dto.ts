import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Follows, MayBeAbsent } from '../../platform/validation/follows.decorator.js';
import { integerRule, type Rule, wordRule } from '../../platform/validation/rule.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  PUBLICATION_STATES,
  type PublicationState,
} from '../publication-state.js';
import { LIMITS, localeRule, slugRule, tagRule } from '../publication.rules.js';
import { SLUG_MOST } from '../slug.js';
import { CanonicalLocale, NormalSlug, Trimmed } from './normalise.decorator.js';
import { LOCALE, NOT_BLANK, SLUG } from './patterns.js';

/** Orders of a list; a leading `-` means newest first (CONTRACT 4). */
export const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const LIMIT_MOST = 100;
/** Which texts are cursors of ours is for their reader to say: `invalid_cursor` (CONTRACT 4). */
const cursorRule: Rule = (value) => (typeof value === 'string' ? undefined : 'must be a string');

const filter = (
  schema: { description: string } & Record<string, unknown>,
  rule: Rule,
): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: String, ...schema, required: false }),
    Follows(rule),
    MayBeAbsent(),
  );

/** Which publications of the account to list, and how (CONTRACT 4). */
export class ListPublicationsDto {
  /** Items a page, 1–100. */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  @filter(
    {
      type: 'integer',
      description: 'Items a page.',
      minimum: 1,
      maximum: LIMIT_MOST,
      default: 20,
    },
    integerRule(1, LIMIT_MOST),
  )
  limit?: number;

  /** `nextCursor` of the page before, under the same sort and filters. */
  @filter(
    {
      description: 'nextCursor of the page before; same sort and filters.',
    },
    cursorRule,
  )
  cursor?: string;

  /** Only documents in this state. */
  @filter(
    { description: 'Only in this state.', enum: PUBLICATION_STATES },
    wordRule(PUBLICATION_STATES),
  )
  state?: PublicationState;

  /** Only documents with this index status. */
  @filter(
    { description: 'Only with this index status.', enum: INDEX_STATUSES },
    wordRule(INDEX_STATUSES),
  )
  indexStatus?: IndexStatus;

  /** Only documents of this locale. */
  @CanonicalLocale()
  @filter(
    {
      description: 'Only of this locale.',
      pattern: LOCALE,
      minLength: 2,
      maxLength: 12,
    },
    localeRule,
  )
  locale?: string;

  /** Only documents with this slug. */
  @NormalSlug()
  @filter(
    {
      description: 'Only with this slug.',
      pattern: SLUG,
      minLength: 1,
      maxLength: SLUG_MOST,
    },
    slugRule,
  )
  slug?: string;

  /** Only documents with this tag in the working revision. */
  @Trimmed()
  @filter(
    {
      description: 'Only with this tag.',
      pattern: NOT_BLANK,
      minLength: LIMITS.tag.least,
      maxLength: LIMITS.tag.most,
    },
    tagRule,
  )
  tag?: string;

  /** Order; default `-createdAt`. */
  @filter(
    { description: 'Order; - is newest first.', enum: SORTS, default: '-createdAt' },
    wordRule(SORTS),
  )
  sort?: Sort;
}
