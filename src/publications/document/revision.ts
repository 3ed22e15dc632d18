import { isDeepStrictEqual } from 'node:util';
import { type DocumentFields, type DocumentRow, type FieldName, FIELDS } from './document.js';
import type { Edit } from './edits.js';

const ADDRESS = ['locale', 'slug'] as const;
type AddressField = (typeof ADDRESS)[number];

/** The fields of a revision, which an update may change. */
export type RevisionField = Exclude<FieldName, AddressField>;

/** The changed fields of an update; others are kept. */
export type RevisionChange = {
  readonly [Name in RevisionField]?: DocumentFields[Name] | undefined;
};

/** A new document as clients name it: what has a default may be absent. */
export type NewDocument = Pick<DocumentFields, AddressField | 'title' | 'content'> & RevisionChange;

/** An update as clients name it: the address may be repeated. */
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

/** Fields that make a difference between revisions. */
const CHANGEABLE = REVISION_FIELDS.filter((name) => !FIELDS[name].perRevision);

/** A field as far as code can know that treats all alike. */
interface AnyField {
  readonly kept?: (value: unknown) => unknown;
  readonly default?: unknown;
  readonly columns?: Readonly<Record<string, (value: unknown) => unknown>>;
}

const fieldOf = (name: FieldName): AnyField => FIELDS[name] as AnyField;

const inSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns that hold a field, each with its part of the value. */
const partsOf = (name: FieldName): Required<AnyField>['columns'] =>
  fieldOf(name).columns ?? { [inSnakeCase(name)]: (value) => value };

const columnsOf = (name: FieldName): string[] => Object.keys(partsOf(name));

/** The columns of table `revision` that hold the fields, in the order of `revisionValues`. */
export const REVISION_COLUMNS: readonly string[] = REVISION_FIELDS.flatMap(columnsOf);

const inCamelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Characters of the content of revision `r`, which older revisions do not hold. */
export const CONTENT_LENGTH = `coalesce(r.content_length, char_length(r.content))`;

/** The columns of publication `p` and revision `r` that make a `DocumentRow` without its content. */
export const DOCUMENT_COLUMNS = FIELD_NAMES.filter((name) => name !== 'content')
  .flatMap((name) =>
    columnsOf(name).map(
      (column) =>
        `${ADDRESS.includes(name as AddressField) ? 'p' : 'r'}.${column} AS "${inCamelCase(column)}"`,
    ),
  )
  .join(', ');

/** The columns that an update without their field takes from the revision before; the others begin anew. */
export const KEPT_COLUMNS: ReadonlySet<string> = new Set(CHANGEABLE.flatMap(columnsOf));

/** The names of the fields in which two revisions differ, as a `text[]`; null where there is no `other`. */
export const differingFields = (one: string, other: string): string => {
  const names = CHANGEABLE.map((name) => {
    const differs = columnsOf(name).map((column) => `${one}.${column} <> ${other}.${column}`);
    return `CASE WHEN ${differs.join(' OR ')} THEN '${name}' END`;
  });
  return `array_remove(ARRAY[${names.join(', ')}], NULL)`;
};

/** The fields of a row, in the order of the wire; the content where the row has it and it is not left out. */
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

/** A revision as the parameters of a statement, in the order of its columns; what is not named is null. */
export const revisionValues = (fields: RevisionChange): unknown[] =>
  REVISION_FIELDS.flatMap((name) =>
    Object.values(partsOf(name)).map((partOf) => {
      const value = fields[name];
      return value === undefined ? null : partOf(value);
    }),
  );

/** Fills the defaults in (contract 2): an author that is not named is the account, as a service. */
export const newDocument = (input: NewDocument, accountName: string): DocumentFields =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, keptOf(name, input[name]) ?? defaultOf(name, accountName)]),
  ) as unknown as DocumentFields;

/** A create as retries are compared: without members equal to their default, named or left out (contract 5). */
export const createPayload = (
  document: DocumentFields,
  accountName: string,
): Record<string, unknown> =>
  Object.fromEntries(
    FIELD_NAMES.map((name) => [name, document[name]] as const).filter(
      ([name, value]) => !isDeepStrictEqual(value, defaultOf(name, accountName)),
    ),
  );

/** The members of an update that change the revision, as they will be kept. */
export const revisionChange = (input: RevisionChange): RevisionChange =>
  Object.fromEntries(
    REVISION_FIELDS.filter((name) => input[name] !== undefined).map((name) => [
      name,
      keptOf(name, input[name]),
    ]),
  );

/** Whether an update names anything that makes a difference (contract 2). */
export const changesAnything = (change: RevisionChange): boolean =>
  CHANGEABLE.some((name) => change[name] !== undefined);

/** `all: false` is the default, and left out. */
const withoutDefault = ({ all, ...edit }: Edit): Edit => (all ? { ...edit, all } : edit);

/** An update as retries are compared: every member that was sent, without defaults. */
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
