import { named, type MadePicture } from '../pictures/pictures.js';
import type { Random } from './random.js';

/** The bytes of pictures by their SHA-256, which all clients know. */
export type PictureStock = Map<string, Buffer>;

const BEFORE_COLOURS = Buffer.from('47494638396101000100800000', 'hex');
const COLOURS = 6;
const BEHIND_COLOURS = Buffer.from('2c00000000010001000002024401003b', 'hex');

/** A GIF of one pixel, of colours of its own. */
export function drawPicture(random: Random): MadePicture {
  const colours = Array.from({ length: COLOURS }, () => random.whole(0, 255));
  return named(Buffer.concat([BEFORE_COLOURS, Buffer.from(colours), BEHIND_COLOURS]));
}

/** The pictures that a content names. */
export const picturesIn = (content: unknown): string[] =>
  [...(typeof content === 'string' ? content : '').matchAll(/\(picture:([0-9a-f]{64})\)/g)].map(
    ([, sha256]) => sha256!,
  );
