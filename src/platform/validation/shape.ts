import type { Fault } from './fault.js';

/** No member of any input goes deeper than a list in an object. */
const DEEPEST = 3;

/**
 * Finds, in the members of a parsed JSON object, what class-transformer would drop in silence
 * (`__proto__`, `constructor` and the like) or recurse into until the stack is gone.
 */
export function shapeFaults(input: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(input).flatMap(([field, value]) =>
    field in Object.prototype ? [unknownField(field)] : memberFaults(field, value, 1),
  );
}

function memberFaults(field: string, value: unknown, depth: number): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth === DEEPEST) return [{ field, message: 'must not be nested this deeply' }];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => memberFaults(`${field}[${index}]`, item, depth + 1));
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${field}.${name}`;
    return name in Object.prototype ? [unknownField(path)] : memberFaults(path, inner, depth + 1);
  });
}

/** The fault of a member that no DTO knows. */
export const unknownField = (field: string): Fault => ({
  field,
  message: 'is not a known field; remove it',
});
