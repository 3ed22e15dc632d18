import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { EachFollows, Follows, MayBeAbsent } from '../../platform/validation/follows.decorator.js';
import { integerRule, wordRule } from '../../platform/validation/rule.js';
import { INTENTS } from '../publication-state.js';
import {
  authorRule,
  contentRule,
  descriptionRule,
  LIMITS,
  localeRule,
  slugRule,
  sourceRule,
  sourcesRule,
  tagRule,
  tagsRule,
  titleRule,
} from '../publication.rules.js';
import { SLUG_MOST } from '../slug.js';
import { AuthorDto } from './author.dto.js';
import { CanonicalLocale, NormalSlug, Trimmed, TrimmedItems } from './normalise.decorator.js';
import { LOCALE, NOT_BLANK, SLUG, WEB_ADDRESS } from './patterns.js';

/** Whether a request must name the field, and what it says of it beyond the field's own description. */
interface Presence {
  readonly required: boolean;
  readonly default?: unknown;
  readonly remark?: string;
  /** Said instead of the field's own description. */
  readonly description?: string;
}

/** The fields of a document as DTO members: normalising, rule and documentation in one place (CONTRACT 2). */
const field = (
  { required, remark, description, ...presence }: Presence,
  schema: { description: string } & Record<string, unknown>,
  ...checks: PropertyDecorator[]
): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      ...schema,
      ...presence,
      required,
      description: [description ?? schema.description, remark].filter(Boolean).join(' '),
    }),
    ...(required ? checks : [...checks, MayBeAbsent()]),
  );

export const LocaleField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      description: 'BCP 47: language, optional script and region, such as en or pt-BR.',
      pattern: LOCALE,
      minLength: 2,
      maxLength: 12,
      examples: ['en'],
    },
    CanonicalLocale(),
    Follows(localeRule),
  );

export const SlugField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      description:
        'Last part of the address, such as release-2-1: small letters and digits of any script, joined by - or _.',
      pattern: SLUG,
      minLength: 1,
      maxLength: SLUG_MOST,
      examples: ['hello-world'],
    },
    NormalSlug(),
    Follows(slugRule),
  );

export const TitleField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      description: 'Heading of the page, on one line.',
      pattern: NOT_BLANK,
      minLength: LIMITS.title.least,
      maxLength: LIMITS.title.most,
      examples: ['Hello, world'],
    },
    Trimmed(),
    Follows(titleRule),
  );

export const ContentField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      description: 'The whole document in Markdown (CommonMark, GFM).',
      pattern: NOT_BLANK,
      minLength: LIMITS.content.least,
      maxLength: LIMITS.content.most,
      examples: ['Machines write; people decide what becomes **public**.'],
    },
    Follows(contentRule),
  );

export const DescriptionField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      description: 'Summary for lists and search engines.',
      maxLength: LIMITS.description.most,
      examples: ['A first document.'],
    },
    Follows(descriptionRule),
  );

export const TagsField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: 'array',
      description: 'Tags, one line each.',
      items: {
        type: 'string',
        pattern: NOT_BLANK,
        minLength: LIMITS.tag.least,
        maxLength: LIMITS.tag.most,
      },
      maxItems: LIMITS.tags,
      examples: [['notes']],
    },
    TrimmedItems(),
    Follows(tagsRule),
    EachFollows(tagRule),
  );

export const SourcesField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: 'array',
      description: 'http or https URLs that the document rests on.',
      items: { type: 'string', pattern: WEB_ADDRESS, maxLength: LIMITS.source },
      maxItems: LIMITS.sources,
      examples: [['https://example.org/source']],
    },
    Follows(sourcesRule),
    EachFollows(sourceRule),
  );

export const AuthorField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    { type: () => AuthorDto, description: 'Who wrote it.' },
    Follows(authorRule),
    Type(() => AuthorDto),
    ValidateNested(),
  );

export const IntentField = (presence: Presence): PropertyDecorator =>
  field(
    presence,
    {
      type: String,
      enum: INTENTS,
      description: 'review: offered to people for review.',
    },
    Follows(wordRule(INTENTS)),
  );

export const ExpectedVersionField = (): PropertyDecorator =>
  field(
    { required: true },
    {
      type: 'integer',
      description: 'The current version, as you read it last.',
      minimum: 1,
      examples: [1],
    },
    Follows(integerRule(1)),
  );
