import { bodyOutOfBounds, invalidJson, nameGivenTwice } from '../problems/common-problems.js';

/** Maximum number of nested levels of a JSON body (contract 4, "Bounds at the entrance"). */
export const MAX_LEVELS = 32;
/** Maximum number of members and elements of a JSON body, all levels together. */
export const MAX_MEMBERS = 5_000;
/** Maximum characters of a member's name. */
export const MAX_NAME_CHARACTERS = 200;

/**
 * Parses JSON within the bounds of bodies. Levels and commas are counted before: `JSON.parse` takes half a second for
 * two million levels, and a hundred times the size of the text in memory for a list of empty objects.
 * @throws Problem `invalid_request` if the text is out of bounds, or has a name twice in one object
 * @throws Problem `invalid_json` if the text is not JSON
 */
export function parseJson(text: string): unknown {
  const names = countNames(text);
  const parsed = parse(text);
  const found = { members: 0, names: 0 };
  countMembers(parsed, found);
  // If an object has two members with the same name, `JSON.parse` drops the first one.
  if (found.names < names) throw nameGivenTwice();
  return parsed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}

/** Counts the colons of a JSON text, which are as many as its names. @throws Problem as `parseJson` */
function countNames(text: string): number {
  let [levels, commas, colons] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at);
        break;
      case '[':
      case '{':
        levels += 1;
        break;
      case ']':
      case '}':
        levels -= 1;
        break;
      case ',':
        commas += 1;
        break;
      case ':':
        colons += 1;
        break;
    }
    if (levels > MAX_LEVELS || commas > MAX_MEMBERS) throw bodyOutOfBounds();
  }
  return colons;
}

/** Returns the index of the quote that ends the string, or the length of the text if none does. */
function endOfString(text: string, start: number): number {
  let at = start;
  do at = text.indexOf('"', at + 1);
  while (at !== -1 && isEscaped(text, at));
  return at === -1 ? text.length : at;
}

/** Whether an odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function countMembers(parsed: unknown, found: { members: number; names: number }): void {
  if (typeof parsed !== 'object' || parsed === null) return;
  const members = Object.entries(parsed);
  found.members += members.length;
  if (found.members > MAX_MEMBERS) throw bodyOutOfBounds();
  if (!Array.isArray(parsed)) found.names += members.length;
  for (const [name, member] of members) {
    // A character has one or two UTF-16 code units.
    if (name.length > MAX_NAME_CHARACTERS && Array.from(name).length > MAX_NAME_CHARACTERS) {
      throw bodyOutOfBounds();
    }
    countMembers(member, found);
  }
}
