import { pipeline } from 'node:stream/promises';
import type { NextFunction, Response } from 'express';
import type { PictureToSend } from './picture-files.service.js';
import { PICTURE_TYPES } from './picture-types.js';

/** Headers for pictures of the site, which are public. Pictures of previews and of the desk have `KEPT_BY_NOBODY`. */
export const KEPT_BY_ALL = { 'Cache-Control': 'public, max-age=86400' };
export const KEPT_BY_NOBODY = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Sends a picture in parts, or answers 304 if the client already has it (RFC 9110, 13.2.2). If `found` resolves to
 * `undefined`, calls `next`, and the answer is 404.
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
  // After an error, such as the removal of the file, the connection is closed. So the client does not take a part of
  // the picture for the whole picture.
  await pipeline(read(), response).catch(() => response.destroy());
}

const isFresh = (sent: string | undefined, tag: string): boolean =>
  sent !== undefined &&
  (sent.trim() === '*' ||
    sent.split(',').some((each) => each.trim().replace(/^W\//, '') === `"${tag}"`));
