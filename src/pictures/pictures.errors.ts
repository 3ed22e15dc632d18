import { Problem } from '../platform/problems/problem.js';
import type { PictureFault } from './decode-picture.js';

type Reason = PictureFault | 'hash_mismatch' | 'too_expensive';

const REASONS: Readonly<Record<Reason, readonly [detail: string, nextStep: string]>> = {
  hash_mismatch: [
    'The SHA-256 of the file is not the one in the address.',
    'Send exactly the file whose hexadecimal SHA-256 is in the address.',
  ],
  unsupported_type: [
    'The file is not a PNG, JPEG, WebP, AVIF or GIF.',
    'Convert the picture to one of these types, for example an SVG to PNG.',
  ],
  animated_png: [
    'The PNG is animated, and the service cannot keep the animation of a PNG.',
    'Send the animation as an animated WebP or GIF, or one of its frames as PNG.',
  ],
  damaged: [
    'The picture cannot be decoded: it is damaged, or not all of it was sent.',
    'Send the whole file. The SHA-256 in the address must be the SHA-256 of the whole file.',
  ],
  too_many_pixels: [
    'The picture has more than 50 million pixels.',
    'Scale the picture down to 50 million pixels at most; pages show pictures at most 1440 pixels wide.',
  ],
  too_expensive: [
    'Decoding the picture takes more than 256 MiB of memory or 10 s of processor time.',
    'Scale the picture down, or send it as JPEG, PNG or WebP. An AVIF may have at most about 12 million pixels.',
  ],
};

/** Makes the problem for bytes that are not an accepted picture (contract 6, 14). */
export function pictureInvalid(reason: Reason): Problem {
  const [detail, nextStep] = REASONS[reason];
  return new Problem('picture_invalid', {
    detail: `${detail} Nothing was stored.`,
    nextStep,
    // An animated PNG has no reason of its own in the API.
    details: { reason: reason === 'animated_png' ? 'unsupported_type' : reason },
  });
}

/** Makes the problem for a picture that would make its account exceed the limit of bytes (contract 14). */
export const picturesTooLarge = (maxBytes: number): Problem =>
  new Problem('payload_too_large', {
    detail:
      'With this picture, the pictures of this account would exceed {maxBytes} bytes in total.',
    nextStep: 'Send a smaller picture, or ask the operator to raise the limit.',
    details: { maxBytes },
  });

/**
 * Makes the problem for a bad upload address. The problem is the same for an unknown, a used and an expired address.
 */
export const uploadNotFound = (): Problem =>
  new Problem('not_found', {
    detail: 'This upload address is not valid any more: it was used, or it is older than an hour.',
    nextStep:
      'Read the publication, then update it again: the answer names new addresses for pictures that are still missing.',
  });
