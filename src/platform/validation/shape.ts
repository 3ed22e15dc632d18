import type { Fault } from './fault.js';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The deepest values of a valid input are at this level, such as `edits[0].find`. The rules refuse a list or an object
 * here, so its members are not looked at.
 */
const DEEPEST = 3;
/**
 * This many members of a list or object are kept. No valid input has more members, and no problem lists more members.
 */
const MAX_MEMBERS = 200;

/**
 * Cuts lists and objects that have far too many members, because 5,000 unknown members take 0.1 s of validation. The
 * answer stays the same: a list that was cut is still too long, and an object that was cut still has more unknown members
 * than the answer lists. Members that Nest's pipe drops, such as `__proto__` and `constructor`, are left out, with a
 * fault for each in `faults`.
 */
export function shaped(value: unknown, faults: Fault[], path = '', depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) {
    return value
      .slice(0, MAX_MEMBERS)
      .map((item, at) => shaped(item, faults, `${path}[${at}]`, depth + 1));
  }
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value).slice(0, MAX_MEMBERS)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (isDropped(name)) faults.push(unknownField(field));
    else kept.push([name, shaped(inner, faults, field, depth + 1)]);
  }
  return Object.fromEntries(kept);
}

const isDropped = (name: string): boolean => name === 'prototype' || name in Object.prototype;

export const unknownField = (field: string): Fault => ({
  field,
  message: 'is not a known field; remove it',
});
