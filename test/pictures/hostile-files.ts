import sharp from 'sharp';
import type { Random } from '../campaign/random.js';
import { animation, canvas, picture } from './pictures.js';

/** Returns valid files of each type, which tests corrupt. */
export async function originals(): Promise<Buffer[]> {
  const formats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const;
  const still = await Promise.all(formats.map((format) => picture(format, 96, 64)));
  const moving = await animation(5, 32, 24);
  const webp = await sharp(moving.bytes, { animated: true }).webp().toBuffer();
  const rich = await canvas(96, 64)
    .withExif({ IFD0: { Make: 'Camera' } })
    .jpeg({ progressive: true })
    .toBuffer();
  return [...still.map(({ bytes }) => bytes), moving.bytes, webp, rich];
}

const below = (random: Random, end: number): number => random.whole(0, end - 1);

const SCRIPT = Buffer.from('<script>alert(1)</script><svg onload="alert(1)">%PDF-1.7 PK\x03\x04');

/** Returns a damaged copy of a picture: cut, changed, or with marks of other file types. */
export function spoilt(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = below(random, copy.length);
  switch (below(random, 7)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy, SCRIPT]);
    case 2:
      return Buffer.concat([copy.subarray(0, at), SCRIPT, copy.subarray(at)]);
    case 3:
      // Lengths and sizes are near the beginning of a file.
      copy.writeUInt32BE(below(random, 2 ** 32), below(random, Math.min(64, copy.length - 4)));
      return copy;
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(below(random, copy.length))]);
    default:
      for (let count = below(random, 12) + 1; count > 0; count -= 1) {
        copy[below(random, copy.length)] = below(random, 256);
      }
      return copy;
  }
}

/** Returns a PNG with almost no image data. The header of the PNG states this size. */
export function bomb(width: number, height: number): Buffer {
  const head = Buffer.from(BOMB, 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
  return head;
}

const BOMB =
  '89504e470d0a1a0a0000000d494844520000c3500000c3500802000000000000000000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082';

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a copy of a PNG with a chunk `acTL` before its image data, as in an animated PNG. */
export function animatedPng(bytes: Buffer): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write('acTL', 4);
  chunk.writeUInt32BE(2, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  const end = bytes.indexOf('IDAT') - 4;
  return Buffer.concat([bytes.subarray(0, end), chunk, bytes.subarray(end)]);
}

/** Returns an AVIF of 12 million pixels, which takes most of the allowed memory to decode. */
export const largeAvif = (): Promise<Buffer> =>
  sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888888' } })
    .avif({ quality: 1, effort: 0 })
    .toBuffer();

/** Returns a copy of an AVIF with another SHA-256: a box `free` with a number follows the picture. */
export function renumbered(avif: Buffer, number: number): Buffer {
  const box = Buffer.alloc(12);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4);
  box.writeUInt32BE(number, 8);
  return Buffer.concat([avif, box]);
}

/** Makes a GIF with this many frames, by repeating two frames. `frames` must be even. */
export async function longAnimation(
  frames: number,
  width: number,
  height: number,
): Promise<Buffer> {
  const { bytes } = await animation(2, width, height);
  const first = startOfFrames(bytes);
  const frame = bytes.subarray(first, -1);
  return Buffer.concat([
    bytes.subarray(0, first),
    ...Array.from({ length: frames / 2 }, () => frame),
    bytes.subarray(-1),
  ]);
}

/** Returns the offset of a GIF's first frame, after the global colour table and the extensions of the whole file. */
function startOfFrames(bytes: Buffer): number {
  const packed = bytes[10]!;
  let at = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  while (bytes[at] === 0x21 && bytes[at + 1] !== 0xf9) {
    at += 2;
    while (bytes[at] !== 0) at += bytes[at]! + 1;
    at += 1;
  }
  return at;
}
