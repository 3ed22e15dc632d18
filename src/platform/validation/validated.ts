import { ValidationPipe } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import type { Config } from '../config/config.js';
import { EACH_SATISFIES } from './satisfies.decorator.js';
import { type Fault, isWithin, MAX_FAULTS } from './fault.js';
import type { Rule } from './rule.js';
import { shaped, unknownField } from './shape.js';

/** The DTO of an operation without input. Every member is refused as unknown. */
export class NoInput {}

/** The result of checking an input: the normalised DTO, or all faults. */
export type Validation<T> = { readonly value: T } | { readonly faults: readonly Fault[] };

/** A DTO class. Rules about several members, or about the configuration, are in `crossFieldErrors`. */
export interface DtoClass<T> extends ClassConstructor<T> {
  /** Returns the faults of the input as a whole. This function is called even if single members are invalid. */
  crossFieldErrors?(value: T, config: Config): Fault[];
}

/** Nest's pipe checks the members, and reports all errors in one `InvalidMembersError`. */
const PIPE = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  validationError: { target: true, value: true },
  exceptionFactory: (errors: ValidationError[]) => new InvalidMembersError(errors),
});

class InvalidMembersError extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super('The members of an input are not valid.');
  }
}

/** Normalises an input and checks it against a DTO class, in the same way for both interfaces (contract 2). */
export async function validated<T extends object>(
  dto: DtoClass<T>,
  input: Readonly<Record<string, unknown>>,
  config: Config,
): Promise<Validation<T>> {
  const lacksMembers = Object.keys(input).length === 0;
  if (lacksMembers && MAY_BE_EMPTY.has(dto)) return { value: new dto() };
  const misshapen: Fault[] = [];
  const { value, errors } = await checked(dto, shaped(input, misshapen));
  const rest = errors.flatMap((error) => faultsOf(error, error.property));
  const crossField = dto.crossFieldErrors?.(value, config) ?? [];
  const faults = [...misshapen, ...besides(misshapen, [...rest, ...crossField])];
  if (faults.length > 0) return { faults };
  if (lacksMembers) MAY_BE_EMPTY.add(dto);
  return { value };
}

/**
 * DTO classes for which an empty input was found valid, as it is for most queries. An empty input for these classes is
 * not checked again.
 */
const MAY_BE_EMPTY = new WeakSet<DtoClass<object>>();

async function checked<T extends object>(
  dto: DtoClass<T>,
  members: unknown,
): Promise<{ readonly value: T; readonly errors: readonly ValidationError[] }> {
  try {
    const value = (await PIPE.transform(members, { type: 'body', metatype: dto })) as T;
    return { value, errors: [] };
  } catch (error) {
    if (!(error instanceof InvalidMembersError)) throw error;
    return { value: error.errors[0]!.target as T, errors: error.errors };
  }
}

/** Removes faults whose field is, or contains, a field in `told`, because `told` already explains these faults. */
function besides(told: readonly Fault[], faults: readonly Fault[]): readonly Fault[] {
  const paths = told.slice(0, MAX_FAULTS).map(({ field }) => field);
  return faults.filter(({ field }) => !paths.some((path) => isWithin(path, field)));
}

function faultsOf(error: ValidationError, field: string): Fault[] {
  const own = Object.entries(error.constraints ?? {}).flatMap(([name, message]) => {
    if (name === 'whitelistValidation') return [unknownField(field)];
    if (name === EACH_SATISFIES) return itemFaults(error, field);
    // Omits `nestedValidation`, because another rule reports a value that is not an object, with the service's own
    // message.
    return name === 'nestedValidation' ? [] : [{ field, message }];
  });
  const inner = (error.children ?? []).flatMap((child) =>
    faultsOf(child, `${field}.${child.property}`),
  );
  return [...own, ...inner];
}

function itemFaults({ contexts, value }: ValidationError, field: string): Fault[] {
  if (!Array.isArray(value)) return [];
  const { rule } = contexts![EACH_SATISFIES] as { readonly rule: Rule };
  return value.flatMap((item, index) => {
    const message = rule(item);
    return message === undefined ? [] : [{ field: `${field}[${index}]`, message }];
  });
}
