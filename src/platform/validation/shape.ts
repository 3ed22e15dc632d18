import type { Fault } from './fault.js';

/**
 * Values at this level must not be lists or objects. The deepest values of a valid input are at this level, such as
 * `edits[0].find`.
 */
const DEEPEST = 3;
/**
 * `bounded` keeps this many members of a list or object. No valid input has more members, and no problem lists more
 * members.
 */
const MAX_MEMBERS = 200;

/**
 * Cuts lists and objects that have far too many members. The time of class-transformer grows with the square of the
 * number of members: 380,000 members stopped the process for 60 s. The answer stays the same. A list that was cut is
 * still too long, and an object that was cut still has more unknown members than the answer lists.
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

/**
 * Finds the faults that Nest's pipe cannot report: members that the pipe drops (`__proto__`, `constructor`), and values
 * that are nested too deeply.
 */
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

/**
 * Returns the value without the parts that `shapeFaults` reports. Members that Nest's pipe drops are left out, and
 * values that are nested too deeply become `null`. Nest's pipe can then find the other faults.
 */
export function shaped(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item) => shaped(item, depth + 1));
  const members = Object.entries(value).filter(([name]) => !isDropped(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, shaped(inner, depth + 1)]));
}

export const unknownField = (field: string): Fault => ({
  field,
  message: 'is not a known field; remove it',
});
