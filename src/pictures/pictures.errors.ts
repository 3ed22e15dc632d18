import { Problem } from '../platform/problems/problem.js';
import type { PictureFault } from './decode-picture.js';

/** The bytes are no picture that is taken (contract 6, 14). */
export const pictureInvalid = (reason: PictureFault | 'hash_mismatch' | 'too_expensive'): Problem =>
  new Problem('picture_invalid', { details: { reason } });

/** The pictures of the account would take more than they may (contract 14). */
export const picturesTooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', {
    detail: 'The pictures of this account would take more than {maxBytes} bytes together.',
    nextStep: 'Send a smaller picture, or ask the operator for more room.',
    details: { maxBytes },
  });

/** An upload address that is unknown, used or ended: one answer for all. */
export const uploadNotFound = (): Problem =>
  new Problem('not_found', {
    detail: 'There is no upload expected at this address: it was used, or an hour is over.',
    nextStep:
      'Read the publication, then write it again: the answer names new addresses for pictures that are still missing.',
  });
