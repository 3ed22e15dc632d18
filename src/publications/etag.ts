import { hash } from 'node:crypto';

const hashed = (text: string, length: number): string =>
  hash('sha256', text, 'base64url').slice(0, length);

/**
 * Makes the entity tag of an answer: a hash of its body, so a change of any member changes the tag (contract 4). The
 * second part belongs to the warnings, which change without a write.
 */
export const etagOf = (body: string, warnings = ''): string =>
  `"${hashed(body, 27)}${warnings && `.${hashed(warnings, 9)}`}"`;

/** The tag of the same state with any warnings. */
const withoutWarnings = (tag: string): string => tag.replace(/\.[\w-]+"$/, '"');

/**
 * Whether `If-Match` contains a tag, or `*`. The comparison is strong (RFC 9110, 13.1.1), so a weak tag never matches.
 * Warnings count for nothing.
 */
export const namesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.trim() === '*' ||
  ifMatch.split(',').some((named) => withoutWarnings(named.trim()) === tag);
