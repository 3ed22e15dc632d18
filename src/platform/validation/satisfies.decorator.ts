import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { Rule } from './rule.js';

export const Satisfies = (rule: Rule): PropertyDecorator =>
  ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value) => rule(value) === undefined,
      defaultMessage: (args?: ValidationArguments) => {
        if (args?.value === undefined) return 'is required';
        const fault = rule(args.value)!;
        return args.value === null ? `${fault}, not null; leave it out if it is optional` : fault;
      },
    },
  });

/** The constraint name under which class-validator reports a list with invalid items, with the rule as its context. */
export const EACH_SATISFIES = 'eachSatisfies';

/** Checks each item of an array by a rule. Another rule must check that the value is an array. */
export const EachSatisfies = (rule: Rule): PropertyDecorator => {
  const validate = (item: unknown): boolean => rule(item) === undefined;
  // class-validator hands the context on only with a message.
  const validator = { validate, defaultMessage: () => 'has an item that breaks a rule' };
  return ValidateBy({ name: EACH_SATISFIES, validator }, { each: true, context: { rule } });
};

/** Allows a member to be absent. `null` does not count as absent and is refused (contract 2). */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
