import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type Extension, sniffedType } from './picture-types.js';

/** Size of a picture in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureFileMade {
  readonly width: number;
  readonly extension: Extension;
  readonly body: Uint8Array;
}

/** A decoded picture with the files for readers. The files are newly encoded, without metadata of the original. */
export interface DecodedPicture extends Size {
  readonly extension: Extension;
  readonly files: readonly PictureFileMade[];
}

export type PictureFault = 'unsupported_type' | 'animated_png' | 'damaged' | 'too_many_pixels';

export type Decoded = { readonly picture: DecodedPicture } | { readonly fault: PictureFault };

/** Served widths in pixels: for a phone, for a column of text, and for this column on a high-density screen. */
const WIDTHS = [480, 960, 1440] as const;
/** Largest served height in pixels. WebP allows 16,383 pixels, but no reader needs so many. */
const MAX_HEIGHT = 8_000;
const MAX_PIXELS = 50_000_000;
const STRICT = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const;

sharp.cache(false);
// One thread per picture leaves the other processors to the service.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
});

/** Decodes a picture and encodes the files for readers. Returns a fault if the bytes are not a valid picture. */
export async function decodePicture(bytes: Uint8Array): Promise<Decoded> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const extension = sniffedType(file);
  if (!extension) return { fault: 'unsupported_type' };
  if (extension === 'gif' && !isWholeGif(file)) return { fault: 'damaged' };
  if (extension === 'png' && isAnimatedPng(file)) return { fault: 'animated_png' };
  try {
    const { autoOrient: size, pages = 1 } = await sharp(bytes, {
      ...STRICT,
      limitInputPixels: false,
    }).metadata();
    if (size.width * size.height > MAX_PIXELS) return { fault: 'too_many_pixels' };
    const files = await (pages > 1
      ? animatedFiles(bytes, extension, animatedSize(size))
      : stillFiles(bytes, extension, servedSizes(size)));
    return { picture: { extension, width: size.width, height: size.height, files } };
  } catch {
    return { fault: 'damaged' };
  }
}

/** Selects the only size in which an animation is served. Encoding all frames in more sizes would take too long. */
const animatedSize = (size: Size): Size => {
  const sizes = servedSizes(size);
  return sizes.findLast(({ width }) => width <= WIDTHS[1])!;
};

/** Computes the served sizes, smallest first: at most three sizes, none larger than the picture (contract 14). */
function servedSizes({ width, height }: Size): readonly Size[] {
  const widest = Math.min(width, WIDTHS[2], Math.max(1, Math.floor((width * MAX_HEIGHT) / height)));
  const widths = [...WIDTHS.filter((each) => each < widest), widest];
  return widths.map((each) => ({
    width: each,
    height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((height * each) / width))),
  }));
}

/** Decodes a picture once, to its largest served size, and makes all files from the result. */
async function stillFiles(
  bytes: Uint8Array,
  extension: Extension,
  sizes: readonly Size[],
): Promise<PictureFileMade[]> {
  const { width, height } = sizes.at(-1)!;
  const { data, info } = await sharp(bytes, { ...STRICT, sequentialRead: true })
    .autoOrient()
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw: SharpOptions['raw'] = { width, height, channels: info.channels };
  const files: PictureFileMade[] = [];
  for (const size of sizes) {
    const scaled = sharp(data, { raw }).resize({ ...size, fit: 'fill' });
    files.push(...(await encoded(scaled, extension, size.width)));
  }
  return files;
}

async function animatedFiles(
  bytes: Uint8Array,
  extension: Extension,
  size: Size,
): Promise<PictureFileMade[]> {
  const animation = sharp(bytes, { ...STRICT, limitInputPixels: false, animated: true });
  return encoded(animation.resize({ ...size, fit: 'fill' }), extension, size.width);
}

/** Encodes a picture as WebP, and in its original format for browsers that cannot show WebP. */
async function encoded(
  picture: Sharp,
  original: Extension,
  width: number,
): Promise<PictureFileMade[]> {
  const files: PictureFileMade[] = [];
  for (const extension of new Set<Extension>(['webp', original])) {
    const body = await ENCODERS[extension](picture.clone()).toBuffer();
    files.push({ width, extension, body });
  }
  return files;
}

const ENCODERS: Readonly<Record<Extension, (picture: Sharp) => Sharp>> = {
  png: (picture) => picture.png({ compressionLevel: 9 }),
  jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
  webp: (picture) => picture.webp({ quality: 75, effort: 3 }),
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  gif: (picture) => picture.gif({ effort: 3 }),
};

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_TRAILER = 0x3b;

/**
 * Whether a GIF consists of known blocks up to its trailer. The decoder (libnsgif) gives no error if blocks are missing
 * or unknown: it drops the incomplete frame, or all frames that follow.
 */
export function isWholeGif(gif: Buffer): boolean {
  let at = 13 + colourTableBytes(gif, 10);
  while (at < gif.length) {
    const block = gif[at];
    if (block === GIF_TRAILER) return true;
    if (block === GIF_EXTENSION) at = endOfSubBlocks(gif, at + 2);
    else if (block === GIF_IMAGE) at = endOfSubBlocks(gif, at + 11 + colourTableBytes(gif, at + 9));
    else return false;
  }
  return false;
}

/** Returns the size of a colour table from the byte with its flag and size; 0 without a table. */
function colourTableBytes(gif: Buffer, at: number): number {
  const flags = gif[at] ?? 0;
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Skips sub-blocks. Each begins with its length; a length of 0 ends them. */
function endOfSubBlocks(gif: Buffer, start: number): number {
  let at = start;
  for (let length = gif[at]; length; length = gif[at]) at += length + 1;
  return at + 1;
}

/** Whether a PNG is animated (APNG): a chunk `acTL` precedes the image data. The decoder reads only the still image. */
export function isAnimatedPng(png: Buffer): boolean {
  let at = 8;
  while (at + 8 <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + png.readUInt32BE(at);
  }
  return false;
}
