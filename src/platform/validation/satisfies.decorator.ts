import 'reflect-metadata';
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

const ITEM_RULE = 'imprimatur:item-rule';

/** The constraint name under which class-validator reports a list with invalid items. */
export const EACH_SATISFIES = 'eachSatisfies';

/** Checks each item of an array by a rule. Another rule must check that the value is an array. */
export const EachSatisfies =
  (rule: Rule): PropertyDecorator =>
  (target, property) => {
    const validate = (item: unknown): boolean => rule(item) === undefined;
    ValidateBy({ name: EACH_SATISFIES, validator: { validate } }, { each: true })(target, property);
    Reflect.defineMetadata(ITEM_RULE, rule, target, property);
  };

/**
 * Returns the rule for the items of a list. class-validator reports only that some item is invalid. With this rule, the
 * caller finds out which items are invalid.
 */
export const itemRuleOf = (dto: object, property: string): Rule =>
  Reflect.getMetadata(ITEM_RULE, dto, property) as Rule;

/** Allows a member to be absent. `null` does not count as absent and is refused (contract 2). */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
