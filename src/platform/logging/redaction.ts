/** A key of a program, a person or a feed. Only its id, the first group, may be logged (contract 7). */
const KEY = /\bimp_((?:person_|feed_)?[0-9A-Za-z]+)_[0-9A-Za-z]+/g;
/** The credentials in an `Authorization` header. */
const CREDENTIALS = /\b(Bearer|Basic) +[^\s"'\\,]+/gi;

/** Removes the secret part of each key in a text. */
export const withoutKeys = (text: string): string => text.replace(KEY, 'imp_$1_[redacted]');

/** Removes credentials from a log line, because even the error message of a library can contain a key. */
export const redacted = (line: string): string =>
  withoutKeys(line).replace(CREDENTIALS, '$1 [redacted]');
