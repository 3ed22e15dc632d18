import { pipeline } from 'node:stream/promises';
import type { NextFunction, Response } from 'express';
import type { PictureToSend } from './picture-files.service.js';
import { PICTURE_TYPES } from './picture-types.js';

/** Who may keep a picture. */
export const KEPT_BY_ALL = { 'Cache-Control': 'public, max-age=86400' };
export const KEPT_BY_NOBODY = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Sends a picture, or 304 to whoever has it (RFC 9110, 13.2.2), without holding it whole. Without one the request goes to
 * the next route, which is none.
 */
export async function sendPicture(
  found: Promise<PictureToSend | undefined>,
  headers: Readonly<Record<string, string>>,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const picture = await found;
  if (!picture) return next();
  const { file, read } = picture;
  response.set({
    ...headers,
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${file.tag}"`,
  });
  if (isFresh(response.req.headers['if-none-match'], file.tag)) {
    response.status(304).end();
    return;
  }
  response.set({
    'Content-Type': PICTURE_TYPES[file.extension],
    'Content-Length': String(file.bytes),
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // Who has gone wants no more; what cannot be read breaks off, so that nobody takes a part for the whole.
  await pipeline(read(), response).catch(() => response.destroy());
}

const isFresh = (sent: string | undefined, tag: string): boolean =>
  sent !== undefined &&
  (sent.trim() === '*' ||
    sent.split(',').some((each) => each.trim().replace(/^W\//, '') === `"${tag}"`));
