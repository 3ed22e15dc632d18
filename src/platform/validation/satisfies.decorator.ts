import 'reflect-metadata';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { Rule } from './rule.js';

export const Satisfies = (rule: Rule): PropertyDecorator =>
  ValidateBy({
    name: 'satisfies',
    validator: {
      validate: (value) => rule(value) === undefined,
      defaultMessage: (args?: ValidationArguments) =>
        args?.value === undefined ? 'is required' : rule(args.value)!,
    },
  });

const ITEM_RULE = 'imprimatur:item-rule';

/** The name under which class-validator reports that items are at fault. */
export const EACH_SATISFIES = 'eachSatisfies';

/** Checks each item of an array by a rule. That it is an array is a rule of its own. */
export const EachSatisfies =
  (rule: Rule): PropertyDecorator =>
  (target, property) => {
    const validate = (item: unknown): boolean => rule(item) === undefined;
    ValidateBy({ name: EACH_SATISFIES, validator: { validate } }, { each: true })(target, property);
    Reflect.defineMetadata(ITEM_RULE, rule, target, property);
  };

/** The rule of the items of a member: class-validator names the list at fault, clients want the item. */
export const itemRuleOf = (dto: object, property: string): Rule =>
  Reflect.getMetadata(ITEM_RULE, dto, property) as Rule;

/** The member may be absent. `null` is not absence: contract 2 refuses it. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);
