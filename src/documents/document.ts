import { codePoints } from '../platform/validation/rule.js';
import type { Intent } from './publication-state.js';

export interface Author {
  readonly kind: string;
  readonly name: string;
}

/**
 * What a revision says besides its content: one value, stored in one column (`revision.document`). Whoever needs a
 * member takes this type; no other place lists the members.
 */
export interface DocumentValue {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly author: Author;
}

/** Maximum length of a title, in characters (contract 2). */
export const MAX_TITLE_LENGTH = 200;

/** All fields of a document, with defaults filled in. All except `locale` and `slug` belong to a revision. */
export interface DocumentFields extends DocumentValue {
  readonly locale: string;
  readonly slug: string;
  readonly content: string;
  readonly intent: Intent;
  readonly changeNote: string;
}

export type FieldName = keyof DocumentFields;

/** A document as queries return it. A query can leave out the content. */
export interface DocumentRow extends Pick<
  DocumentFields,
  'locale' | 'slug' | 'intent' | 'changeNote'
> {
  readonly document: DocumentValue;
  readonly content?: string;
}

/** Replaces the member `document` of a row by its members. */
export const flattened = <Row extends DocumentRow>({
  document,
  ...row
}: Row): Omit<Row, 'document'> & DocumentValue => ({ ...row, ...document });

interface Field<Value> {
  /** The value if a create omits the field: a constant, or a function of the name of the account. */
  readonly default?: Value | ((accountName: string) => Value);
  /**
   * If true, an update without this field resets the field to its default, and comparisons of revisions ignore the
   * field.
   */
  readonly perRevision?: boolean;
  /** Converts a checked value to the form in which it is stored. */
  readonly kept?: (value: Value) => Value;
}

const withoutDuplicates = (items: readonly string[]): string[] => [...new Set(items)];

/** The members of a `DocumentValue`, in the order of answers. */
const MEMBERS: { readonly [Name in keyof DocumentValue]: Field<DocumentValue[Name]> } = {
  title: {},
  description: { default: '' },
  tags: { default: [], kept: withoutDuplicates },
  sources: { default: [], kept: withoutDuplicates },
  author: {
    default: (accountName) => ({ kind: 'service', name: accountName }),
    // Makes a plain object, because in `createPayload` a class instance would never equal the default.
    kept: ({ kind, name }) => ({ kind, name }),
  },
};

const { title, ...others } = MEMBERS;
/** The fields, in the order of answers. Payloads, comparisons and `changedFields` are derived from this list. */
export const FIELDS: { readonly [Name in FieldName]: Field<DocumentFields[Name]> } = {
  locale: {},
  slug: {},
  title,
  content: {},
  ...others,
  intent: { default: 'draft' },
  changeNote: { default: '', perRevision: true },
};

export const MEMBER_NAMES = Object.keys(MEMBERS) as (keyof DocumentValue)[];

/** Whether a member is a list of texts, such as the tags. */
export const isList = (name: keyof DocumentValue): boolean => Array.isArray(MEMBERS[name].default);

/** Returns the members of a document out of an object that has more members. */
export const membersOf = (whole: DocumentValue): DocumentValue =>
  Object.fromEntries(MEMBER_NAMES.map((name) => [name, whole[name]])) as unknown as DocumentValue;

/** Columns with these members of the document of revision `r`. */
export const memberColumns = (names: readonly (keyof DocumentValue)[]): string =>
  names.map((name) => `r.document -> '${name}' AS ${name}`).join(', ');

/** The columns of publication `p` and revision `r` that make up a `DocumentRow` without content. */
export const DOCUMENT_COLUMNS = documentColumns('r.document');

/** Like `DOCUMENT_COLUMNS`, with this expression in place of the document. */
export function documentColumns(document: string): string {
  return `p.locale, p.slug, ${document}, r.intent, r.change_note AS "changeNote"`;
}

/** The columns of table `revision` that hold its fields, each with the parameter of a statement that writes it. */
export const REVISION_PARAMETERS = {
  document: '$document::jsonb',
  content: '$content::text',
  content_length: '$contentLength::integer',
  intent: '$intent::text',
  change_note: '$changeNote::text',
} as const;

/**
 * Makes the values of `REVISION_PARAMETERS`. The document has only the given members; the other values are null if their
 * field is absent.
 */
export const revisionParameters = (
  fields: Partial<{ [Name in FieldName]: DocumentFields[Name] | undefined }>,
): Readonly<Record<string, unknown>> => ({
  document: JSON.stringify(
    Object.fromEntries(
      MEMBER_NAMES.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
    ),
  ),
  content: fields.content ?? null,
  contentLength: fields.content === undefined ? null : codePoints(fields.content),
  intent: fields.intent ?? null,
  changeNote: fields.changeNote ?? null,
});
