import { createHash, randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { UploadedPicture } from '../../src/pictures/pictures.service.js';
import type { MissingPicture } from '../../src/pictures/upload-addresses.service.js';
import type { Answer, Client, RequestParts } from '../setup/client.js';

/** A picture made for a test. */
export interface MadePicture {
  readonly bytes: Buffer;
  readonly sha256: string;
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const named = (bytes: Buffer): MadePicture => ({ bytes, sha256: sha256Of(bytes) });

/** Returns blurred noise of a random colour, which encoders treat like a photograph. */
export function canvas(width: number, height: number): Sharp {
  const [r, g, b] = randomBytes(3);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({
    create: { width, height, channels: 3, noise, background: { r: r!, g: g!, b: b! } },
  }).blur(3);
}

/** Makes a picture with random content, which no other test has. */
export const picture = async (
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' = 'jpeg',
  width = 1_200,
  height = 800,
): Promise<MadePicture> => named(await canvas(width, height).toFormat(format).toBuffer());

/** Makes an animation in which each frame has one colour. */
export async function animation(frames: number, width = 64, height = 48): Promise<MadePicture> {
  const pages = Array.from({ length: frames }, (_, at) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: { r: (at * 67) % 256, g: (at * 41) % 256, b: 90 },
      },
    })
      .png()
      .toBuffer(),
  );
  const bytes = await sharp(await Promise.all(pages), { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
  return named(bytes);
}

/** Returns Markdown that shows a picture. */
export const naming = (
  { sha256 }: Pick<MadePicture, 'sha256'>,
  alt = 'A chart of the harvest',
  title = '',
): string => `![${alt}](picture:${sha256}${title && ` "${title}"`})`;

/** Returns the missing pictures in the answer to a write. */
export const missingOf = ({ body }: Answer): readonly MissingPicture[] | undefined =>
  (body as { missingPictures?: readonly MissingPicture[] }).missingPictures;

/** Uploads bytes under their hash, or under another hash. */
export const put = (
  api: Client,
  bytes: Buffer,
  sha256 = sha256Of(bytes),
  headers: RequestParts['headers'] = { 'Content-Type': 'image/jpeg' },
): Promise<Answer> => api.request('PUT', `/api/v1/pictures/${sha256}`, { body: bytes, headers });

/** Returns the body of an accepted upload. */
export const uploadedOf = ({ body }: Answer): UploadedPicture => body as unknown as UploadedPicture;
