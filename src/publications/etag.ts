import { hash } from 'node:crypto';

/** The entity tag of an answer: it changes with any member (contract 4). */
export const etagOf = (body: string): string =>
  `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Whether `If-Match` names a tag, compared strongly (RFC 9110, 13.1.1): a weak one never matches. */
export const namesTag = (ifMatch: string, tag: string): boolean =>
  ifMatch.trim() === '*' || ifMatch.split(',').some((named) => named.trim() === tag);
