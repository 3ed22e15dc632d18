import type { Fault } from './fault.js';

/** No member of any input goes deeper than a list in an object. */
const DEEPEST = 3;
/** More members than any input has, and than a problem lists (contract 6). */
const MAX_MEMBERS = 200;

/**
 * Keeps the first members of lists and objects that are far too long: class-transformer takes
 * quadratic time over them (380,000 members stopped the process for 60 s). The answer stays the
 * same: such a list is still too long, and the unknown members of such an object fill the answer.
 */
export function bounded(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).map((item) => bounded(item, depth + 1));
  }
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(members.map(([name, inner]) => [name, bounded(inner, depth + 1)]));
}

const isDropped = (name: string): boolean => name === 'prototype' || name in Object.prototype;

/** Faults that the pipe would drop silently (`__proto__`, `constructor`) or recurse into until the stack overflows. */
export const shapeFaults = (name: string, value: unknown): Fault[] =>
  namedFaults(name, name, value, 1);

function namedFaults(name: string, path: string, value: unknown, depth: number): Fault[] {
  return isDropped(name) ? [unknownField(path)] : valueFaults(path, value, depth);
}

function valueFaults(path: string, value: unknown, depth: number): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth === DEEPEST) return [{ field: path, message: 'must not be nested this deeply' }];
  return Array.isArray(value)
    ? value.flatMap((item, index) => valueFaults(`${path}[${index}]`, item, depth + 1))
    : Object.entries(value).flatMap(([name, inner]) =>
        namedFaults(name, `${path}.${name}`, inner, depth + 1),
      );
}

/** The value without the members that `shapeFaults` reports, so that the pipe finds the other faults too. */
export function shaped(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => shaped(item, depth + 1));
  const members = Object.entries(value).filter(([name]) => !isDropped(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, shaped(inner, depth + 1)]));
}

/** The fault of a member that no DTO knows. */
export const unknownField = (field: string): Fault => ({
  field,
  message: 'is not a known field; remove it',
});
