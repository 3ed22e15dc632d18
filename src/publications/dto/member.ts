import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type Rule, type TextBounds, textRule } from '../../platform/validation/rule.js';
import {
  EachSatisfies,
  MayBeAbsent,
  Satisfies,
} from '../../platform/validation/satisfies.decorator.js';

/** A value that clients send: how it is normalised, checked and described. */
export interface InputField {
  /** Applied before the checks; a value of another type is left for the rule to refuse. */
  readonly normalise?: (value: unknown) => unknown;
  readonly rule: Rule;
  /** The rule of each item of a list. */
  readonly itemRule?: Rule;
  /** Bounds and patterns that JSON Schema can tell; the rule decides. */
  readonly schema: { readonly description: string } & Readonly<Record<string, unknown>>;
}

export interface Presence {
  readonly optional?: true;
  /** The value if it is absent; makes the member optional. */
  readonly default?: unknown;
  /** Replaces the description of the field. */
  readonly description?: string;
  /** Follows the description of the field. */
  readonly remark?: string;
}

/** A member of an input: normalised, checked and documented as its field says. */
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

/** Changes a text before the checks. */
export const text =
  (change: (value: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value;

export const trimmed = text((value) => value.trim());

/** The pattern of a text that is not blank. */
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
