/** A publisher key; what may be shown of it is its id (CONTRACT 7). */
const KEY = /\bimp_([0-9A-Za-z]+)_[0-9A-Za-z]+/g;
/** The credentials of an `Authorization` header, whatever they are. */
const CREDENTIALS = /\b(Bearer|Basic) +[^\s"'\\,]+/gi;

/**
 * A log line without credentials. Nothing logs a header; but a key can hide in a message that
 * somebody else wrote, so that every line goes through here, whoever logs it.
 */
export const redacted = (line: string): string =>
  line.replace(KEY, 'imp_$1_[redacted]').replace(CREDENTIALS, '$1 [redacted]');
