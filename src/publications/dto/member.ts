import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  booleanRule,
  enumRule,
  integerRule,
  type Rule,
  type TextBounds,
  textRule,
} from '../../platform/validation/rule.js';
import {
  EachSatisfies,
  MayBeAbsent,
  Satisfies,
} from '../../platform/validation/satisfies.decorator.js';

/** Rules that define how a value from a client is normalised, checked and described. */
export interface InputField {
  /** Called before the checks. Returns a value of the wrong type unchanged; the rule then refuses the value. */
  readonly normalise?: (value: unknown) => unknown;
  readonly rule: Rule;
  /** The rule of each item, if the value is a list. */
  readonly itemRule?: Rule;
  /** Only for the documentation: bounds and patterns that JSON Schema can express. The rules check the values. */
  readonly schema: { readonly description: string } & Readonly<Record<string, unknown>>;
}

export interface Presence {
  readonly optional?: true;
  /**
   * Default value, for the documentation; makes the member optional. The code that reads the member must fill in the
   * default value.
   */
  readonly default?: unknown;
  /** Replaces the description in the field's schema. */
  readonly description?: string;
  /** Appended to the description. */
  readonly remark?: string;
}

/** Declares a member of an input. The `InputField` defines how the member is normalised, checked and documented. */
export function Member(
  { normalise, rule, itemRule, schema }: InputField,
  { optional, remark, description = schema.description, ...presence }: Presence = {},
): PropertyDecorator {
  const required = optional !== true && !('default' in presence);
  const text = remark === undefined ? description : `${description} ${remark}`;
  return applyDecorators(
    ApiProperty({ ...schema, ...presence, description: text, required }),
    ...(normalise ? [Transform(({ value }: { value: unknown }) => normalise(value))] : []),
    Satisfies(rule),
    ...(itemRule ? [EachSatisfies(itemRule)] : []),
    ...(required ? [] : [MayBeAbsent()]),
  );
}

/** Applies `change` to a string; returns any other value unchanged. */
export const text =
  (change: (value: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

export const trimmed = text((value) => value.trim());

/** The pattern of a text that is not blank. */
export const NOT_BLANK = String.raw`\S`;

/**
 * Makes a field with text on one line. The bounds count characters after trimming. A field that must not be empty must
 * have a visible character.
 */
export const lineField = (
  { min, max }: TextBounds,
  description: string,
  example: string,
): InputField => ({
  normalise: trimmed,
  rule: textRule({ min, max, oneLine: true, visible: min > 0 }),
  schema: {
    type: String,
    description,
    ...(min > 0 && { pattern: NOT_BLANK, minLength: min }),
    maxLength: max,
    examples: [example],
  },
});

export const Choice = (
  words: readonly string[],
  description: string,
  presence: { readonly default?: string } = {},
): PropertyDecorator =>
  Member(
    { rule: enumRule(words), schema: { type: String, description, enum: words } },
    { ...presence, optional: true },
  );

/** JSON and queries have no largest number; those that JavaScript makes infinite are the largest one here. */
export const finite = (value: unknown): unknown =>
  value === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : value;

const asNumber = (value: unknown): unknown =>
  finite(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);

/** Declares an integer in a query string, which arrives as text. */
export const QueryInteger = (
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
    { ...presence, optional: true },
  );

const asBoolean = (value: unknown): unknown =>
  value === 'true' || value === 'false' ? value === 'true' : value;

/** Declares a filter that is on (`true`) or off (`false`, or absent). */
export const Flag = (description: string): PropertyDecorator =>
  Member(
    { normalise: asBoolean, rule: booleanRule, schema: { type: Boolean, description } },
    { optional: true },
  );

/** Declares a filter of a list by the value of a field. The value must obey the rule of the field. */
export const Filter = (
  { rule, normalise, schema: { pattern, minLength, maxLength } }: InputField,
  description: string,
): PropertyDecorator => {
  const schema = { type: String, description, pattern, minLength, maxLength };
  return Member({ rule, schema, ...(normalise && { normalise }) }, { optional: true });
};
