import { named, type MadePicture } from '../pictures/pictures.js';
import type { Random } from './random.js';

/** The bytes of pictures by their SHA-256. All clients share one stock. */
export type PictureStock = Map<string, Buffer>;

const BEFORE_COLOURS = Buffer.from('47494638396101000100800000', 'hex');
const COLOURS = 6;
const BEHIND_COLOURS = Buffer.from('2c00000000010001000002024401003b', 'hex');

/** Returns a GIF of one pixel with a random colour table, so that pictures differ. */
export function drawPicture(random: Random): MadePicture {
  const colours = Array.from({ length: COLOURS }, () => random.whole(0, 255));
  return named(Buffer.concat([BEFORE_COLOURS, Buffer.from(colours), BEHIND_COLOURS]));
}

/** Returns the SHA-256 of each picture that the content of a document names. */
export const picturesIn = (content: unknown): string[] =>
  [...(typeof content === 'string' ? content : '').matchAll(/\(picture:([0-9a-f]{64})\)/g)].map(
    ([, sha256]) => sha256!,
  );
