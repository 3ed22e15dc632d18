import { isDeepStrictEqual } from 'node:util';
import { type DocumentFields, type DocumentRow, type FieldName, FIELDS } from './document.js';
import type { Edit } from './edits.js';

const ADDRESS = ['locale', 'slug'] as const;
type AddressField = (typeof ADDRESS)[number];

/** The fields that belong to a revision; an update may change them. */
export type RevisionField = Exclude<FieldName, AddressField>;

/** The fields that an update sets; all others are absent. */
export type RevisionChange = {
  readonly [Name in RevisionField]?: DocumentFields[Name] | undefined;
};

/** A new document as clients send it: fields with a default may be absent. */
export type NewDocument = Pick<DocumentFields, AddressField | 'title' | 'content'> & RevisionChange;

/** An update as clients send it; it may repeat the address. */
export type UpdateInput = RevisionChange & {
  readonly expectedVersion: number;
  readonly locale?: string | undefined;
  readonly slug?: string | undefined;
  readonly edits?: readonly Edit[] | undefined;
  readonly restoreVersion?: number | undefined;
};

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
const REVISION_FIELDS = FIELD_NAMES.filter(
  (name): name is RevisionField => !ADDRESS.includes(name as AddressField),
);

/** The fields by which two revisions are compared. */
const CHANGEABLE = REVISION_FIELDS.filter((name) => !FIELDS[name].perRevision);

/** A field without the type of its value, for code that handles all fields in the same way. */
interface AnyField {
  readonly kept?: (value: unknown) => unknown;
  readonly default?: unknown;
  readonly columns?: Readonly<Record<string, (value: unknown) => unknown>>;
}

const fieldOf = (name: FieldName): AnyField => FIELDS[name] as AnyField;

const inSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the columns of a field, each with a function that extracts its value. */
const partsOf = (name: FieldName): Required<AnyField>['columns'] =>
  fieldOf(name).columns ?? { [inSnakeCase(name)]: (value) => value };

const columnsOf = (name: FieldName): string[] => Object.keys(partsOf(name));

/** The columns of table `revision` for the fields; `revisionValues` has the same order. */
export const REVISION_COLUMNS: readonly string[] = REVISION_FIELDS.flatMap(columnsOf);

const inCamelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns of publication `p` and revision `r` that make up a `DocumentRow` without content. */
export const DOCUMENT_COLUMNS = FIELD_NAMES.filter((name) => name !== 'content')
  .flatMap((name) =>
    columnsOf(name).map(
      (column) =>
        `${ADDRESS.includes(name as AddressField) ? 'p' : 'r'}.${column} AS "${inCamelCase(column)}"`,
    ),
  )
  .join(', ');

/**
 * Columns that a new revision copies from an older revision, if the update does not set these columns. Other columns
 * start empty.
 */
export const KEPT_COLUMNS: ReadonlySet<string> = new Set(CHANGEABLE.flatMap(columnsOf));

/** The fields that count as differences. All these fields are reported if there is no revision to compare with. */
export const COMPARED_FIELDS = FIELD_NAMES.filter(
  (name) => name !== 'locale' && name !== 'slug' && name !== 'changeNote',
) as string[];

/**
 * Makes SQL for the fields in which two revisions differ, as a `text[]` of names; empty if one of the two does not
 * exist.
 */
export const differingFields = (one: string, other: string): string => {
  const names = CHANGEABLE.map((name) => {
    const differs = columnsOf(name).map((column) => `${one}.${column} <> ${other}.${column}`);
    return `CASE WHEN ${differs.join(' OR ')} THEN '${name}' END`;
  });
  return `array_remove(ARRAY[${names.join(', ')}], NULL)`;
};

/**
 * Returns the fields of a row, in the order in which an answer lists them. Includes the content if the row has it and
 * `withContent` is true.
 */
export function documentOf(row: DocumentRow, withContent = true): DocumentFields {
  const document: Partial<Record<FieldName, unknown>> = {};
  for (const name of FIELD_NAMES) {
    if (name === 'content' && !(withContent && row.content !== undefined)) continue;
    const { of } = FIELDS[name];
    document[name] = of ? of(row) : row[name as keyof DocumentRow];
  }
  return document as DocumentFields;
}

const keptOf = (name: FieldName, value: unknown): unknown =>
  value === undefined ? undefined : (fieldOf(name).kept?.(value) ?? value);

function defaultOf(name: FieldName, accountName: string): unknown {
  const { default: value } = fieldOf(name);
  return typeof value === 'function' ? (value as (name: string) => unknown)(accountName) : value;
}

/**
 * Returns the fields of a revision as parameters of a statement, in the order of `REVISION_COLUMNS`; null for absent
 * fields.
 */
export const revisionValues = (fields: RevisionChange): unknown[] =>
  REVISION_FIELDS.flatMap((name) =>
    Object.values(partsOf(name)).map((partOf) => {
      const value = fields[name];
      return value === undefined ? null : partOf(value);
    }),
  );

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
  CHANGEABLE.some((name) => change[name] !== undefined);

/** Leaves out `all: false`, which is the default. */
const withoutDefault = ({ all, ...edit }: Edit): Edit => (all ? { ...edit, all } : edit);

/**
 * Makes the payload of an update: all members that were sent, except an `all` or `changeNote` that equals its default.
 * So a retry has the same payload whether or not it sends these defaults.
 */
export const updatePayload = ({
  expectedVersion,
  locale,
  slug,
  edits,
  restoreVersion,
  ...change
}: UpdateInput): Record<string, unknown> => ({
  expectedVersion,
  locale,
  slug,
  edits: edits?.map(withoutDefault),
  restoreVersion,
  ...Object.fromEntries(
    Object.entries(revisionChange(change)).filter(
      ([name, value]) =>
        CHANGEABLE.includes(name as RevisionField) ||
        !isDeepStrictEqual(value, fieldOf(name as RevisionField).default),
    ),
  ),
});
