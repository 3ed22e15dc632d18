import type { AnswerHead } from './answer.js';
import { type Coding, lengthOf, uncompressed } from './content-coding.js';
import type { LastingAnswer } from './page-cache.js';
import type { Compression } from './shown-page.js';

/** Bytes that are uncompressed in one go, and kept so for who takes no coding. */
const MAX_AT_ONCE = 65_536;

/** The stored compression for a coding: clients without one get uncompressed gzip. */
export const compressionOf = (coding: Coding): Compression => (coding === 'br' ? 'br' : 'gzip');

/** An answer in a coding, of a body in `compressionOf` that coding. */
export async function lastingAnswer(
  head: AnswerHead,
  body: Buffer,
  coding: Coding,
): Promise<LastingAnswer> {
  if (coding !== 'identity') return { ...head, coding, coded: body };
  if (lengthOf(body) > MAX_AT_ONCE) return { ...head, gzip: body };
  return { ...head, coding, coded: await uncompressed(body) };
}
