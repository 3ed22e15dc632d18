import { hash } from 'node:crypto';

/**
 * Makes the entity tag of an answer: a hash of its body, so a change of any member changes the tag (contract 4).
 */
export const etagOf = (body: string): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/**
 * Whether `If-Match` contains a tag, or `*`. The comparison is strong (RFC 9110, 13.1.1), so a weak tag never matches.
 */
export const namesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((named) => named.trim() === tag);
