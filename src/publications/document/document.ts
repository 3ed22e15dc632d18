import { codePoints } from '../../platform/validation/rule.js';
import type { Intent } from './publication-state.js';

export interface Author {
  readonly kind: string;
  readonly name: string;
}

/** All fields of a document, with defaults; all but the address belong to a revision. */
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

interface Field<Value> {
  /** The value without it: the same for all, or derived from the account's name. */
  readonly default?: Value | ((accountName: string) => Value);
  /** Of one revision: an update without it means the default, and two revisions do not differ by it. */
  readonly perRevision?: boolean;
  /** Brings a value that has passed the checks into the form in which it is kept. */
  readonly kept?: (value: Value) => Value;
  /** The columns that hold it, each with its part of the value; by default one of its name. */
  readonly columns?: Readonly<Record<string, (value: Value) => unknown>>;
  /** The value, of a row of these columns in camel case; by default the member of its name. */
  readonly of?: (row: DocumentRow) => Value;
}

/** A field that is no column of its own name and type says which ones hold it, and how. */
type FieldOf<Name extends FieldName> = Field<DocumentFields[Name]> &
  (Name extends keyof DocumentRow
    ? unknown
    : Required<Pick<Field<DocumentFields[Name]>, 'columns' | 'of'>>);

const withoutDuplicates = (items: readonly string[]): string[] => [...new Set(items)];

/** The fields, in the order of the wire. Columns, payloads and `changedFields` come from here, inputs from ../dto. */
export const FIELDS: { readonly [Name in FieldName]: FieldOf<Name> } = {
  locale: {},
  slug: {},
  title: {},
  // Counted when it is written, because every answer needs the count.
  content: { columns: { content: (value) => value, content_length: codePoints } },
  description: { default: '' },
  tags: { default: [], kept: withoutDuplicates },
  sources: { default: [], kept: withoutDuplicates },
  author: {
    default: (accountName) => ({ kind: 'service', name: accountName }),
    // A plain object with these two members, because it is compared with the stored one.
    kept: ({ kind, name }) => ({ kind, name }),
    columns: { author_kind: ({ kind }) => kind, author_name: ({ name }) => name },
    of: ({ authorKind: kind, authorName: name }) => ({ kind, name }),
  },
  intent: { default: 'draft' },
  // Answers on record from before it was kept lack it.
  changeNote: { default: '', perRevision: true, of: ({ changeNote }) => changeNote ?? '' },
};
