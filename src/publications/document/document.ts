import { canonicalLocale } from '../../platform/validation/locale.js';
import {
  codePoints,
  enumRule,
  listRule,
  textRule,
  webAddressRule,
} from '../../platform/validation/rule.js';
import { type Field, lineField, NOT_BLANK, text, trimmed, withoutDuplicates } from './field.js';
import { type Intent, INTENTS } from './publication-state.js';
import { isSlug, MAX_SLUG_LENGTH, normalSlug, SLUG_PATTERN } from './slug.js';

/** Who wrote a document. */
export interface Author {
  readonly kind: string;
  readonly name: string;
}

/** Everything that a document says, defaults filled in; all but its address belongs to a revision. */
export interface DocumentFields {
  readonly locale: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly author: Author;
  readonly intent: Intent;
  readonly changeNote: string;
}

export type FieldName = keyof DocumentFields;

/** The columns of a document as queries return them, in camel case; the content may be left out. */
export interface DocumentRow extends Omit<
  DocumentFields,
  'content' | 'tags' | 'sources' | 'author'
> {
  readonly tags: string[];
  readonly sources: string[];
  readonly authorKind: string;
  readonly authorName: string;
  readonly content?: string;
}

const slugText = textRule({ min: 1, max: MAX_SLUG_LENGTH, oneLine: true });
const contentText = textRule({ min: 1, max: 200_000 });
const tagText = textRule({ min: 1, max: 50, oneLine: true });
const sourceText = textRule({ min: 1, max: 2_048, oneLine: true });

/** A field that is no column of its own name and type says which ones hold it, and how. */
type FieldOf<Name extends FieldName> = Field<DocumentFields[Name], DocumentRow> &
  (Name extends keyof DocumentRow
    ? unknown
    : Required<Pick<Field<DocumentFields[Name], DocumentRow>, 'columns' | 'of'>>);

/**
 * The fields of a publication, in the order of the wire. Column lists, DTOs, tool schemas, what a retry is
 * compared by and which fields differ all come from here.
 */
export const FIELDS: { readonly [Name in FieldName]: FieldOf<Name> } = {
  locale: {
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
      examples: ['en'],
    },
    required: true,
    createRemark: 'Fixed from creation.',
    updateDescription: 'May be repeated, not changed.',
    answer: { description: 'Locale, in canonical case.' },
  },
  slug: {
    normalise: text(normalSlug),
    rule: (value) =>
      slugText(value) ??
      (isSlug(value as string)
        ? undefined
        : 'must be groups of letters without capitals and digits, joined by a single - or _'),
    schema: {
      type: String,
      description:
        'Last part of the address, such as release-2-1: small letters and digits of any script, joined by - or _.',
      pattern: SLUG_PATTERN,
      minLength: 1,
      maxLength: MAX_SLUG_LENGTH,
      examples: ['hello-world'],
    },
    required: true,
    createRemark: 'Fixed from creation.',
    updateDescription: 'May be repeated, not changed.',
    answer: { description: 'Last part of the public address.' },
  },
  title: {
    ...lineField({ min: 1, max: 200 }, 'Heading of the page, on one line.', 'Hello, world'),
    required: true,
    answer: { description: 'Title of the working revision.' },
  },
  content: {
    rule: (value) =>
      contentText(value) ?? ((value as string).trim() === '' ? 'must not be blank' : undefined),
    schema: {
      type: String,
      description: 'The whole document in Markdown (CommonMark, GFM).',
      pattern: NOT_BLANK,
      minLength: 1,
      maxLength: 200_000,
      examples: ['Machines write; people decide what becomes **public**.'],
    },
    required: true,
    answer: { description: 'Markdown of the working revision.' },
    // Counted once, when it is written: every answer tells it.
    columns: { content: (value) => value, content_length: codePoints },
  },
  description: {
    rule: textRule({ min: 0, max: 500 }),
    schema: {
      type: String,
      description: 'Summary for lists and search engines.',
      maxLength: 500,
      examples: ['A first document.'],
    },
    required: false,
    default: '',
    answer: { description: 'Summary of the working revision; may be empty.' },
  },
  tags: {
    normalise: (value) => (Array.isArray(value) ? value.map(trimmed) : value),
    rule: listRule(20),
    itemRule: (value) =>
      tagText(value) ?? (value === '.' || value === '..' ? 'must not be . or ..' : undefined),
    schema: {
      type: 'array',
      description: 'Tags, one line each.',
      items: { type: 'string', pattern: NOT_BLANK, minLength: 1, maxLength: 50 },
      maxItems: 20,
      examples: [['notes']],
    },
    required: false,
    default: [],
    updateDescription: 'Replaces the list.',
    answer: {
      type: [String],
      description: 'Tags of the working revision, without duplicates.',
    },
    kept: withoutDuplicates,
  },
  sources: {
    rule: listRule(50),
    itemRule: (value) => sourceText(value) ?? webAddressRule(value),
    schema: {
      type: 'array',
      description: 'http or https URLs that the document rests on.',
      items: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2_048 },
      maxItems: 50,
      examples: [['https://example.org/source']],
    },
    required: false,
    default: [],
    updateDescription: 'Replaces the list.',
    answer: {
      type: [String],
      description: 'Source URLs of the working revision, without duplicates.',
    },
    kept: withoutDuplicates,
  },
  author: {
    rule: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? undefined
        : 'must be an object with kind and name',
    members: {
      kind: {
        rule: (value) =>
          typeof value === 'string' && /^[a-z0-9_-]{1,40}$/.test(value)
            ? undefined
            : 'must be 1 to 40 characters of a-z, 0-9, _ and -',
        schema: {
          type: String,
          description: 'ai, service, person, organization or another.',
          pattern: '^[a-z0-9_-]{1,40}$',
          minLength: 1,
          maxLength: 40,
          examples: ['ai'],
        },
      },
      name: lineField({ min: 1, max: 120 }, 'Shown to readers.', 'Release notes assistant'),
    },
    schema: { description: 'Who wrote it.' },
    required: false,
    default: (accountName) => ({ kind: 'service', name: accountName }),
    createRemark: 'Default: service, by the name of the account.',
    updateDescription: 'Replaces the object.',
    answer: { description: 'Author of the working revision.' },
    // Nothing but the two members, and no class: it is compared with what is stored.
    kept: ({ kind, name }) => ({ kind, name }),
    columns: { author_kind: ({ kind }) => kind, author_name: ({ name }) => name },
    of: ({ authorKind: kind, authorName: name }) => ({ kind, name }),
  },
  intent: {
    rule: enumRule(INTENTS),
    schema: { type: String, enum: INTENTS, description: 'review: offered to people for review.' },
    required: false,
    default: 'draft',
    updateDescription: 'Absent: as it is, but draft after a version that was sent to be published.',
    answer: {
      type: String,
      enum: INTENTS,
      description: 'Whether the working revision is offered for review.',
    },
  },
  changeNote: {
    ...lineField(
      { min: 0, max: 300 },
      'What this revision changes and why, for whoever approves it; on one line.',
      'New figures for the third quarter.',
    ),
    required: false,
    default: '',
    ofRevisionAlone: true,
    answer: {
      description: 'What the working revision changes and why; may be empty.',
      examples: [''],
    },
    // Answers on record from before it was kept lack it.
    of: ({ changeNote }) => changeNote ?? '',
  },
};
