import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { InputSchema } from '../../platform/openapi/property.decorators.js';
import { readId } from '../../platform/ids/ids.js';
import { canonicalLocale } from '../../platform/validation/locale.js';
import { isObject } from '../../platform/validation/shape.js';
import {
  composed,
  enumRule,
  integerRule,
  listRule,
  type Rule,
  textRule,
  webAddressRule,
} from '../../platform/validation/rule.js';
import { MAX_TITLE_LENGTH } from '../../documents/document.js';
import { INTENTS } from '../../documents/publication-state.js';
import { isSlug, MAX_SLUG_LENGTH, normalSlug, SLUG_PATTERN } from '../../documents/slug.js';
import {
  finite,
  type InputField,
  lineField,
  Member,
  NOT_BLANK,
  type Presence,
  text,
} from './member.js';

// The fields that clients send (contract 2): how each is normalised, checked and described. ../document/document.ts
// defines how a field is stored.

/** Examples for the schemas of inputs and answers. */
export const EXAMPLE = {
  locale: 'en',
  slug: 'hello-world',
  title: 'Hello, world',
  content: 'Machines write; people decide what becomes **public**.',
  description: 'A first document.',
  tags: ['notes'],
  sources: ['https://example.org/source'],
};

export const LOCALE: InputField = {
  normalise: text((value) => canonicalLocale(value) ?? value),
  rule: (value) =>
    typeof value === 'string' && canonicalLocale(value) !== undefined
      ? undefined
      : 'must be a BCP 47 locale: language, optional script and region, such as en, ko, pt-BR or zh-Hans; api and mcp are reserved',
  schema: {
    type: String,
    description: 'BCP 47: language, optional script and region, such as en or pt-BR.',
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$',
    minLength: 2,
    maxLength: 12,
    examples: [EXAMPLE.locale],
  },
};
export const Locale = (presence?: Presence): PropertyDecorator => Member(LOCALE, presence);

const slugText = textRule({ min: 1, max: MAX_SLUG_LENGTH, oneLine: true });
export const SLUG: InputField = {
  normalise: text(normalSlug),
  rule: (value) =>
    slugText(value) ??
    (isSlug(value as string)
      ? undefined
      : 'must be groups of lower-case letters and digits, joined by a single - or _'),
  schema: {
    type: String,
    description:
      'Last part of the address, such as release-2-1: lower-case letters and digits of any script, joined by - or _.',
    pattern: SLUG_PATTERN,
    minLength: 1,
    maxLength: MAX_SLUG_LENGTH,
    examples: [EXAMPLE.slug],
  },
};
export const Slug = (presence?: Presence): PropertyDecorator => Member(SLUG, presence);

const TITLE = lineField(
  { min: 1, max: MAX_TITLE_LENGTH },
  'Heading of the page, on one line.',
  EXAMPLE.title,
);
export const Title = (presence?: Presence): PropertyDecorator => Member(TITLE, presence);

/** The rule of `content`; it also checks the result of edits. */
export const contentRule: Rule = textRule({ min: 1, max: 200_000, visible: true });
const CONTENT: InputField = {
  rule: contentRule,
  schema: {
    type: String,
    description:
      'The document in Markdown (CommonMark, GFM, formulas as $…$ and $$…$$). Do not wrap it in a code fence.',
    pattern: NOT_BLANK,
    minLength: 1,
    maxLength: 200_000,
    examples: [EXAMPLE.content],
  },
};
export const Content = (presence?: Presence): PropertyDecorator => Member(CONTENT, presence);

const DESCRIPTION: InputField = {
  rule: textRule({ min: 0, max: 500 }),
  schema: {
    type: String,
    description: 'Summary for lists and search engines.',
    maxLength: 500,
    examples: [EXAMPLE.description],
  },
};
export const Description = (presence?: Presence): PropertyDecorator =>
  Member(DESCRIPTION, presence);

const tagText = textRule({ min: 1, max: 50, oneLine: true, visible: true });
const tagRule: Rule = (value) =>
  tagText(value) ?? (value === '.' || value === '..' ? 'must not be . or ..' : undefined);
const TAG_SCHEMA = { type: 'string', pattern: NOT_BLANK, minLength: 1, maxLength: 50 };
const tagForm = text((value) => composed(value.trim()));
/** A single tag, for the filter of a list. */
export const TAG: InputField = {
  normalise: tagForm,
  rule: tagRule,
  schema: { description: '', ...TAG_SCHEMA },
};
const TAGS: InputField = {
  normalise: (value) => (Array.isArray(value) ? value.map(tagForm) : value),
  rule: listRule(20),
  itemRule: tagRule,
  schema: {
    type: 'array',
    description: 'Tags; each is one line of text.',
    items: TAG_SCHEMA,
    maxItems: 20,
    examples: [EXAMPLE.tags],
  },
};
export const Tags = (presence?: Presence): PropertyDecorator => Member(TAGS, presence);

const sourceText = textRule({ min: 1, max: 2_048, oneLine: true });
const SOURCES: InputField = {
  rule: listRule(50),
  itemRule: (value) => sourceText(value) ?? webAddressRule(value),
  schema: {
    type: 'array',
    description: 'http or https URLs of the sources of the document.',
    items: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2_048 },
    maxItems: 50,
    examples: [EXAMPLE.sources],
  },
};
export const Sources = (presence?: Presence): PropertyDecorator => Member(SOURCES, presence);

const AUTHOR_KIND: InputField = {
  rule: (value) =>
    typeof value === 'string' && /^[a-z0-9_-]{1,40}$/.test(value)
      ? undefined
      : 'must have 1 to 40 characters of a-z, 0-9, _ and -',
  schema: {
    type: String,
    description: 'Kind of author: ai, service, person, organization or another.',
    pattern: '^[a-z0-9_-]{1,40}$',
    minLength: 1,
    maxLength: 40,
    examples: ['ai'],
  },
};
const AUTHOR_NAME = lineField(
  { min: 1, max: 120 },
  'Name that readers see.',
  'Release notes assistant',
);

@InputSchema('Author', 'Who wrote a document.')
export class AuthorDto {
  @Member(AUTHOR_KIND)
  kind!: string;

  @Member(AUTHOR_NAME)
  name!: string;
}

const AUTHOR: InputField = {
  rule: (value) => (isObject(value) ? undefined : 'must be an object with kind and name'),
  schema: { description: 'Who wrote the document.', type: () => AuthorDto },
};
export const Author = (presence?: Presence): PropertyDecorator =>
  applyDecorators(
    Member(AUTHOR, presence),
    Type(() => AuthorDto),
    ValidateNested(),
  );

const INTENT: InputField = {
  rule: enumRule(INTENTS),
  schema: {
    type: String,
    enum: INTENTS,
    description: 'review: people are asked to review the revision. draft: they are not.',
  },
};
export const Intent = (presence?: Presence): PropertyDecorator => Member(INTENT, presence);

const CHANGE_NOTE = lineField(
  { min: 0, max: 300 },
  'What changes and why, for the approver; on one line.',
  'New figures for the third quarter.',
);
export const ChangeNote = (presence?: Presence): PropertyDecorator => Member(CHANGE_NOTE, presence);

const version = (description: string): InputField => ({
  normalise: finite,
  rule: integerRule(1),
  schema: { type: 'integer', description, minimum: 1, examples: [1] },
});
const EXPECTED_VERSION = version('Number of the version that you last read.');
export const ExpectedVersion = (): PropertyDecorator => Member(EXPECTED_VERSION);
const RESTORE_VERSION = version(
  'Number of an older version to restore: the new revision gets all fields of that version. Other than expectedVersion, send only intent, changeNote and answeredNotes.',
);
export const RestoreVersion = (presence: Presence): PropertyDecorator =>
  Member(RESTORE_VERSION, presence);

const APPROVED_BY = lineField(
  { min: 1, max: 120 },
  'Name of the person who is responsible for the release; readers see it.',
  'Ada Example',
);
export const ApprovedBy = (presence: Presence): PropertyDecorator => Member(APPROVED_BY, presence);

const ANSWERED_NOTES: InputField = {
  normalise: (value) => (Array.isArray(value) ? value.map(text((id) => readId(id) ?? id)) : value),
  rule: listRule(100),
  itemRule: (value) =>
    typeof value === 'string' && readId(value) !== undefined
      ? undefined
      : 'must be the id of a note; the view `notes` lists the ids',
  schema: {
    type: 'array',
    description:
      "Ids of the approvers' notes that this version answers. The view `notes` lists the ids.",
    items: { type: 'string' },
    maxItems: 100,
    examples: [[]],
  },
};
export const AnsweredNotes = (presence: Presence): PropertyDecorator =>
  Member(ANSWERED_NOTES, presence);
