import { type Rule, type TextBounds, textRule } from '../../platform/validation/rule.js';

/** What OpenAPI and tool schemas say of a value. */
export type ValueSchema = { readonly description: string } & Readonly<Record<string, unknown>>;

/** A value that clients send: how it is normalised, checked and described. */
export interface InputField {
  /** Applied before the checks; a value of another type is left for the rule to refuse. */
  readonly normalise?: (value: unknown) => unknown;
  readonly rule: Rule;
  /** Of each item, where the value is a list. */
  readonly itemRule?: Rule;
  /** Of each member, where the value is an object. */
  readonly members?: Readonly<Record<string, InputField>>;
  /** Bounds and patterns that JSON Schema can tell; the rule decides. */
  readonly schema: ValueSchema;
}

/** A field of a publication: everything that is ever said about it (contract 2). */
export interface Field<Value, Row> extends InputField {
  /** Whether a create must name it. */
  readonly required: boolean;
  /** What a create without it means: the same for everybody, or made of the account's name. */
  readonly default?: Value | ((accountName: string) => Value);
  /**
   * It belongs to one revision alone: an update without it means the default, it is no change by itself,
   * and no difference between two revisions.
   */
  readonly ofRevisionAlone?: boolean;
  /** What a create adds to its description. */
  readonly createRemark?: string;
  /** What an update says of it instead. */
  readonly updateDescription?: string;
  /** What answers say of it; its examples are those of the schema unless named. */
  readonly answer: ValueSchema;
  /** Brings a value that has passed the checks into the form in which it is kept. */
  readonly kept?: (value: Value) => Value;
  /** The columns that hold it, each with its part of the value; by default one of its name. */
  readonly columns?: Readonly<Record<string, (value: Value) => unknown>>;
  /** The value, of a row of these columns in camel case; by default the member of its name. */
  readonly of?: (row: Row) => Value;
}

/** Changes a text before the checks. */
export const text =
  (change: (value: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

export const trimmed = text((value) => value.trim());

/** The pattern of a text of which something is left after trimming. */
export const NOT_BLANK = String.raw`\S`;

/** A text on one line, within bounds once it is trimmed. */
export const lineField = (
  { min, max }: TextBounds,
  description: string,
  example: string,
): InputField => ({
  normalise: trimmed,
  rule: textRule({ min, max, oneLine: true }),
  schema: {
    type: String,
    description,
    ...(min > 0 && { pattern: NOT_BLANK, minLength: min }),
    maxLength: max,
    examples: [example],
  },
});

/** The first of each. */
export const withoutDuplicates = (items: readonly string[]): string[] => [...new Set(items)];
