import { FIELDS } from '../document/document.js';
import { type InputField, lineField, trimmed } from '../document/field.js';
import {
  INDEX_STATUSES,
  type IndexStatus,
  PUBLICATION_STATES,
  type PublicationState,
} from '../document/publication-state.js';
import type { Edit } from '../document/edits.js';
import type { NewDocument, UpdateInput } from '../document/revision.js';
import type { Config } from '../../platform/config/config.js';
import { MAX_CURSOR_LENGTH } from '../../platform/cursor/cursor.js';
import { InputSchema } from '../../platform/openapi/input-schema.decorator.js';
import type { Fault } from '../../platform/validation/fault.js';
import { enumRule, integerRule, textRule } from '../../platform/validation/rule.js';
import { EDITS, editsFaults } from './edit.input.js';
import { InputMembers, Member, typed } from './document-members.js';

/** A new document: the fields of contract 2 (src/publications/document/document.ts). */
@InputSchema('CreatePublication', 'A new document.')
@InputMembers('create')
export class CreatePublicationDto extends typed<NewDocument>() {
  /** The locale must be a supported one, where the configuration names any. */
  static wholeFaults({ locale }: CreatePublicationDto, { supportedLocales }: Config): Fault[] {
    const fine =
      supportedLocales === null ||
      FIELDS.locale.rule(locale) !== undefined ||
      supportedLocales.includes(locale);
    return fine
      ? []
      : [{ field: 'locale', message: `must be one of: ${supportedLocales.join(', ')}` }];
  }
}

/** The number of a version. */
const version = (description: string): InputField => ({
  rule: integerRule(1),
  schema: { type: 'integer', description, minimum: 1, examples: [1] },
});

const EXPECTED_VERSION = version('The current version, as you read it last.');
const RESTORE_VERSION = version('An older version to take all fields from.');

/** A new revision: the fields that change (contract 2). */
@InputSchema('UpdatePublication', 'A new revision: the fields that change, at least one.', {
  minProperties: 2,
})
@InputMembers('update')
export class UpdatePublicationDto extends typed<
  Omit<UpdateInput, 'expectedVersion' | 'edits' | 'restoreVersion'>
>() {
  /** The `version` last read, an integer of at least 1. */
  @Member(EXPECTED_VERSION, { required: true })
  expectedVersion!: number;

  /** 1–100 changes of parts of the content, instead of `content`. */
  @Member(EDITS, { required: false })
  edits?: Edit[];

  /** An older version to take the fields from, instead of naming them. */
  @Member(RESTORE_VERSION, { required: false })
  restoreVersion?: number;

  /** Something must be named besides the version, and the three ways to name it do not mix. */
  static wholeFaults({
    expectedVersion: _,
    changeNote: __,
    ...fields
  }: UpdatePublicationDto): Fault[] {
    const { edits, restoreVersion, intent: ___, ...others } = fields;
    const faults = editsFaults(edits);
    if (Object.values(fields).every((value) => value === undefined)) {
      const message = 'must come with at least one field that changes';
      faults.push({ field: 'expectedVersion', message });
    }
    if (edits !== undefined && fields.content !== undefined) {
      faults.push({ field: 'edits', message: 'must not come with content' });
    }
    const named = [edits, ...Object.values(others)].some((value) => value !== undefined);
    if (restoreVersion !== undefined && named) {
      const message = 'must come without other fields but intent and changeNote';
      faults.push({ field: 'restoreVersion', message });
    }
    return faults;
  }
}

const APPROVED_BY = lineField(
  { min: 1, max: 120 },
  'The person who answers for the release; recorded, and shown to readers.',
  'Ada Example',
);

/** Names the revision that shall be public (contract 3). */
@InputSchema('PublishPublication', 'The revision that shall be public.')
export class PublishPublicationDto {
  /** The `version` last read, an integer of at least 1. */
  @Member(EXPECTED_VERSION, { required: true })
  expectedVersion!: number;

  /** 1–120 characters after trimming, one line. */
  @Member(APPROVED_BY, { required: false })
  approvedBy?: string;
}

/** One of a few words. */
const Choice = (
  words: readonly string[],
  description: string,
  presence: { readonly default?: string } = {},
): PropertyDecorator =>
  Member(
    { rule: enumRule(words), schema: { type: String, description, enum: words } },
    { ...presence, required: false },
  );

/** The number that a text of a query says. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

/** What of a publication is answered (contract 4, "Reading a part"). */
export const VIEWS = ['full', 'summary', 'outline', 'changes', 'history', 'preview'] as const;
export type View = (typeof VIEWS)[number];

/** What a wait is for (contract 4). */
const UNTILS = ['settled', 'decided'] as const;
type Until = (typeof UNTILS)[number];

/** A whole number of a query, where it is a text. */
const QueryInteger = (
  min: number,
  description: string,
  { max, ...presence }: { readonly max?: number; readonly default?: number } = {},
): PropertyDecorator =>
  Member(
    {
      normalise: asNumber,
      rule: integerRule(min, max),
      schema: { type: 'integer', description, minimum: min, maximum: max },
    },
    { ...presence, required: false },
  );

const SECTION: InputField = {
  rule: textRule({ min: 1, max: 1_000, oneLine: true }),
  schema: { type: String, description: 'Only the content of this section: an id of the outline.' },
};

/** Which part of a publication is read, and of which revision (contract 4). */
export class ReadPublicationDto {
  /** Default `full`. */
  @Choice(
    VIEWS,
    'full: all of it. summary: without content. outline: its sections. changes: what differs from since. history: its newest 50 revisions. preview: an address that shows how it will look.',
    { default: 'full' },
  )
  view?: View;

  /** Whose fields are shown; default the working revision. */
  @QueryInteger(1, 'The fields of this version; default the working one.')
  revision?: number;

  /** The id of a section. */
  @Member(SECTION, { required: false })
  section?: string;

  /** Characters from the beginning of the content, or of the section. */
  @QueryInteger(0, 'Characters of the content, or section, to leave out.')
  offset?: number;

  /** Characters at most, 1–200,000. */
  @QueryInteger(1, 'Characters to read at most.', { max: 200_000 })
  length?: number;

  /** For `changes`: the revision to compare with. */
  @QueryInteger(1, 'For changes: the version to compare with; default the public one.')
  since?: number;

  /** For a wait; default `settled`. */
  @Choice(UNTILS, 'With a wait. decided: also while it is offered for review.', {
    default: 'settled',
  })
  until?: Until;
}

/** Orders of a list; a leading `-` means newest first (contract 4). */
export const SORTS = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const MAX_LIMIT = 100;

/** Narrows a list by a value that obeys the rule of its field. */
const Filter = (
  { rule, normalise, schema: { pattern, minLength, maxLength } }: InputField,
  description: string,
): PropertyDecorator => {
  const schema = { type: String, description, pattern, minLength, maxLength };
  return Member({ rule, schema, ...(normalise && { normalise }) }, { required: false });
};

const CURSOR: InputField = {
  // Which texts are cursors of ours is for their reader to say: `invalid_cursor` (contract 4).
  rule: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  schema: {
    type: String,
    description: 'nextCursor of the page before; all else the same.',
    maxLength: MAX_CURSOR_LENGTH,
  },
};

const TAG: InputField = {
  normalise: trimmed,
  rule: FIELDS.tags.itemRule!,
  schema: { description: '', ...(FIELDS.tags.schema.items as object) },
};

const Q: InputField = {
  // No text is wrong: what is too long is not looked at, and without a word nothing is found.
  rule: (value) => (typeof value === 'string' ? undefined : 'must be a string'),
  schema: { type: String, description: 'Words or a question to find documents by.' },
};

/** Which publications of the account to list, and how (contract 4). */
export class ListPublicationsDto {
  /** Words, or a question; of it the first 400 characters and 24 words are looked at. */
  @Member(Q, { required: false })
  q?: string;

  /** Items a page, 1–100. */
  @QueryInteger(1, 'Items a page.', { max: MAX_LIMIT, default: 20 })
  limit?: number;

  /** `nextCursor` of the page before, under the same sort and filters. */
  @Member(CURSOR, { required: false })
  cursor?: string;

  /** Only documents in this state. */
  @Choice(PUBLICATION_STATES, 'Only in this state.')
  state?: PublicationState;

  /** Only documents with this index status. */
  @Choice(INDEX_STATUSES, 'Only with this index status.')
  indexStatus?: IndexStatus;

  /** Only documents of this locale. */
  @Filter(FIELDS.locale, 'Only of this locale.')
  locale?: string;

  /** Only documents with this slug. */
  @Filter(FIELDS.slug, 'Only with this slug.')
  slug?: string;

  /** Only documents with this tag in the working revision. */
  @Filter(TAG, 'Only with this tag.')
  tag?: string;

  /** Order; default `-createdAt`, or with `q` the best first. */
  @Choice(SORTS, '- is newest first. Default: -createdAt; with q, best first.')
  sort?: Sort;
}
