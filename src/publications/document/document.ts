import { codePoints } from '../../platform/validation/rule.js';
import type { Intent } from './publication-state.js';

export interface Author {
  readonly kind: string;
  readonly name: string;
}

/** All fields of a document, with defaults filled in. All except `locale` and `slug` belong to a revision. */
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

/** The columns of a document as queries return them, in camel case. A query can leave out the content. */
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
  /**
   * The columns of the field, each with a function that extracts its value. If absent, the field has one column with
   * the name of the field.
   */
  readonly columns?: Readonly<Record<string, (value: Value) => unknown>>;
  /** Reads the value from a row. If absent, the value is the member of the row with the same name. */
  readonly of?: (row: DocumentRow) => Value;
}

/** If `DocumentRow` has no member with the name of a field, the field must define `columns` and `of`. */
type FieldOf<Name extends FieldName> = Field<DocumentFields[Name]> &
  (Name extends keyof DocumentRow
    ? unknown
    : Required<Pick<Field<DocumentFields[Name]>, 'columns' | 'of'>>);

const withoutDuplicates = (items: readonly string[]): string[] => [...new Set(items)];

/** The fields, in the order of answers. Columns, payloads and `changedFields` are derived from this list. */
export const FIELDS: { readonly [Name in FieldName]: FieldOf<Name> } = {
  locale: {},
  slug: {},
  title: {},
  // Stores the length with the content, because every answer contains the length.
  content: { columns: { content: (value) => value, content_length: codePoints } },
  description: { default: '' },
  tags: { default: [], kept: withoutDuplicates },
  sources: { default: [], kept: withoutDuplicates },
  author: {
    default: (accountName) => ({ kind: 'service', name: accountName }),
    // Makes a plain object, because in `createPayload` a class instance would never equal the default.
    kept: ({ kind, name }) => ({ kind, name }),
    columns: { author_kind: ({ kind }) => kind, author_name: ({ name }) => name },
    of: ({ authorKind: kind, authorName: name }) => ({ kind, name }),
  },
  intent: { default: 'draft' },
  changeNote: { default: '', perRevision: true },
};
