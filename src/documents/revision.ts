import { isDeepStrictEqual } from 'node:util';
import {
  type DocumentFields,
  type DocumentRow,
  type FieldName,
  FIELDS,
  MEMBER_NAMES,
} from './document.js';
import type { Edit } from './edits.js';

const ADDRESS = ['locale', 'slug'] as const;
type AddressField = (typeof ADDRESS)[number];

/** The fields that belong to a revision; an update may change them. */
type RevisionField = Exclude<FieldName, AddressField>;

/** The fields that an update sets; all others are absent. */
export type RevisionChange = {
  readonly [Name in RevisionField]?: DocumentFields[Name] | undefined;
};

/** A new document as clients send it: fields with a default may be absent. */
type NewDocument = Pick<DocumentFields, AddressField | 'title' | 'content'> & RevisionChange;

/** An update as clients send it; it may repeat the address. */
export type UpdateInput = RevisionChange & {
  readonly expectedVersion: number;
  readonly locale?: string | undefined;
  readonly slug?: string | undefined;
  readonly edits?: readonly Edit[] | undefined;
  readonly restoreVersion?: number | undefined;
  readonly answeredNotes?: readonly string[] | undefined;
};

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const REVISION_FIELDS = FIELD_NAMES.filter(
  (name): name is RevisionField => !ADDRESS.includes(name as AddressField),
);

/** The fields that count as differences. All these fields are reported if there is no revision to compare with. */
export const COMPARED_FIELDS = REVISION_FIELDS.filter((name) => !FIELDS[name].perRevision);

/** A field without the type of its value, for code that handles all fields in the same way. */
interface AnyField {
  readonly kept?: (value: unknown) => unknown;
  readonly default?: unknown;
}

const fieldOf = (name: FieldName): AnyField => FIELDS[name] as AnyField;

/**
 * Makes SQL for the fields in which two revisions differ, as a `text[]` of names; empty if one of the two does not
 * exist.
 */
export const differingFields = (one: string, other: string): string => {
  const places = COMPARED_FIELDS.map((name) =>
    isMember(name) ? [name, `document -> '${name}'`] : [name, name],
  );
  const names = places.map(
    ([name, place]) => `CASE WHEN ${one}.${place} <> ${other}.${place} THEN '${name}' END`,
  );
  return `array_remove(ARRAY[${names.join(', ')}], NULL)`;
};

const isMember = (name: string): boolean => (MEMBER_NAMES as string[]).includes(name);

/**
 * Returns the fields of a row, in the order in which an answer lists them. Includes the content if the row has it and
 * `withContent` is true.
 */
export function documentOf(row: DocumentRow, withContent = true): DocumentFields {
  const { document, locale, slug, content, intent, changeNote } = row;
  const fields = { ...document, locale, slug, content, intent, changeNote };
  const shown = FIELD_NAMES.filter((name) =>
    name === 'content' ? withContent && content !== undefined : name in fields,
  );
  return Object.fromEntries(shown.map((name) => [name, fields[name]])) as unknown as DocumentFields;
}

const keptOf = (name: FieldName, value: unknown): unknown =>
  value === undefined ? undefined : (fieldOf(name).kept?.(value) ?? value);

function defaultOf(name: FieldName, accountName: string): unknown {
  const { default: value } = fieldOf(name);
  return typeof value === 'function' ? (value as (name: string) => unknown)(accountName) : value;
}

/** Fills in the defaults (contract 2). The default author has the kind `service` and the name of the account. */
export const newDocument = (input: NewDocument, accountName: string): DocumentFields =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, keptOf(name, input[name]) ?? defaultOf(name, accountName)]),
  ) as unknown as DocumentFields;

/**
 * Makes the payload of a create. Members that equal their default are left out, so that a retry has the same payload
 * whether or not it sends these members (contract 5).
 */
export const createPayload = (
  document: DocumentFields,
  accountName: string,
): Record<string, unknown> =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, document[name]] as const).filter(
      ([name, value]) => !isDeepStrictEqual(value, defaultOf(name, accountName)),
    ),
  );

/** Returns the members of an update that change the revision, in the form in which they are stored. */
export const revisionChange = (input: RevisionChange): RevisionChange =>
  Object.fromEntries(
    REVISION_FIELDS.filter((name) => input[name] !== undefined).map((name) => [
      name,
      keptOf(name, input[name]),
    ]),
  );

/** Whether an update sets a field that counts as a difference between revisions (contract 2). */
export const changesAnything = (change: RevisionChange): boolean =>
  COMPARED_FIELDS.some((name) => change[name] !== undefined);

/** Leaves out `all: false`, which is the default. */
const withoutDefault = ({ all, ...edit }: Edit): Edit => (all ? { ...edit, all } : edit);

/**
 * Makes the payload of an update: all members that were sent, except an `all`, a `changeNote` or `answeredNotes` that
 * equals its default. So a retry has the same payload whether or not it sends these defaults.
 */
export const updatePayload = ({
  expectedVersion,
  locale,
  slug,
  edits,
  restoreVersion,
  answeredNotes = [],
  ...change
}: UpdateInput): Record<string, unknown> => ({
  expectedVersion,
  locale,
  slug,
  edits: edits?.map(withoutDefault),
  restoreVersion,
  ...(answeredNotes.length > 0 && { answeredNotes }),
  ...Object.fromEntries(
    Object.entries(revisionChange(change)).filter(
      ([name, value]) =>
        COMPARED_FIELDS.includes(name as RevisionField) ||
        !isDeepStrictEqual(value, fieldOf(name as RevisionField).default),
    ),
  ),
});
