import type { AnswerHead } from './answer.js';
import { type Coding, lengthOf, uncompressed } from './content-coding.js';
import type { LastingAnswer } from './page-cache.js';
import type { Compression } from './shown-page.js';

/** For clients that accept no compression, a file of up to this size, in bytes, is cached uncompressed. */
const MAX_AT_ONCE = 65_536;

/** The stored compression from which an answer in a coding is made. For `identity`, the gzip file is uncompressed. */
export const compressionOf = (coding: Coding): Compression => (coding === 'br' ? 'br' : 'gzip');

/** Makes an answer in a coding. `body` is compressed as `compressionOf(coding)` says. */
export async function lastingAnswer(
  head: AnswerHead,
  body: Buffer,
  coding: Coding,
): Promise<LastingAnswer> {
  if (coding !== 'identity') return { ...head, coding, coded: body };
  if (lengthOf(body) > MAX_AT_ONCE) return { ...head, gzip: body };
  return { ...head, coding, coded: await uncompressed(body) };
}
