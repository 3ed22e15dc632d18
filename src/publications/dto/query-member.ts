import { enumRule, integerRule } from '../../platform/validation/rule.js';
import { type InputField, Member } from './member.js';

export const Choice = (
  words: readonly string[],
  description: string,
  presence: { readonly default?: string } = {},
): PropertyDecorator =>
  Member(
    { rule: enumRule(words), schema: { type: String, description, enum: words } },
    { ...presence, optional: true },
  );

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

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
    {
      normalise: asBoolean,
      rule: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
      schema: { type: Boolean, description },
    },
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
