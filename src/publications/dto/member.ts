import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type Rule, type TextBounds, textRule } from '../../platform/validation/rule.js';
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
