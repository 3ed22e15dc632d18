import { createHash } from 'node:crypto';

/** The longest name of a file on the usual file systems, in bytes. */
const MOST_BYTES = 255;
const ENDING = '.md';
/** Of the hash that makes the name of a long slug its own. */
const DIGITS = 16;

/**
 * The name of the file of a document: its slug, which never begins with a dot and holds no separator.
 * 120 characters of some scripts are too many bytes: such a name is cut, and the file says the slug.
 */
export function fileName(slug: string): string {
  if (Buffer.byteLength(slug + ENDING) <= MOST_BYTES) return slug + ENDING;
  const hash = createHash('sha256').update(slug).digest('hex').slice(0, DIGITS);
  const room = MOST_BYTES - ENDING.length - DIGITS - 1;
  // A character that is cut in two is no character at the end of a text that is still being written.
  const start = new TextDecoder().decode(Buffer.from(slug).subarray(0, room), { stream: true });
  return `${start}-${hash}${ENDING}`;
}
