import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { type Extension, sniffedType } from './picture-types.js';

/** Size of a picture in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureFileMade extends Size {
  readonly extension: Extension;
  readonly body: Uint8Array;
}

/** A decoded picture, and its files for readers, which are encoded anew without the original metadata. */
export interface DecodedPicture extends Size {
  readonly extension: Extension;
  readonly files: readonly PictureFileMade[];
}

export type PictureFault = 'unsupported_type' | 'damaged' | 'too_many_pixels';

export type Decoded = { readonly picture: DecodedPicture } | { readonly fault: PictureFault };

/** Served widths in pixels: for a phone, for a column of text, and for this column on a high-density screen. */
const WIDTHS = [480, 960, 1440] as const;
/** In pixels. WebP allows 16,383, but no reader needs a taller picture than this. */
const MAX_HEIGHT = 8_000;
const MAX_PIXELS = 50_000_000;
const STRICT = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const;

sharp.cache(false);
// One thread per picture, because other work needs the processors, too.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Heif', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
});

/** Decodes a picture and encodes the files for readers. Returns a fault, instead of throwing, for faulty bytes. */
export async function decodePicture(bytes: Uint8Array): Promise<Decoded> {
  const extension = sniffedType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!extension) return { fault: 'unsupported_type' };
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

/** An animation has only one served size, because each of its frames must be encoded. */
const animatedSize = (size: Size): Size => {
  const sizes = servedSizes(size);
  return sizes.findLast(({ width }) => width <= WIDTHS[1])!;
};

/** Served sizes of a picture, smallest first: at most three, none larger than the picture (contract 14). */
function servedSizes({ width, height }: Size): readonly Size[] {
  const widest = Math.min(width, WIDTHS[2], Math.max(1, Math.floor((width * MAX_HEIGHT) / height)));
  const widths = [...WIDTHS.filter((each) => each < widest), widest];
  return widths.map((each) => ({
    width: each,
    height: Math.min(MAX_HEIGHT, Math.max(1, Math.round((height * each) / width))),
  }));
}

/** Decodes the largest size once; all sizes and formats are made from it. */
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
    files.push(...(await encoded(scaled, extension, size)));
  }
  return files;
}

async function animatedFiles(
  bytes: Uint8Array,
  extension: Extension,
  size: Size,
): Promise<PictureFileMade[]> {
  const animation = sharp(bytes, { ...STRICT, limitInputPixels: false, animated: true });
  return encoded(animation.resize({ ...size, fit: 'fill' }), extension, size);
}

/** Encodes the picture as WebP, and in the original format for browsers without WebP. */
async function encoded(
  picture: Sharp,
  original: Extension,
  size: Size,
): Promise<PictureFileMade[]> {
  const files: PictureFileMade[] = [];
  for (const extension of new Set<Extension>(['webp', original])) {
    const body = await ENCODERS[extension](picture.clone()).toBuffer();
    files.push({ ...size, extension, body });
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
