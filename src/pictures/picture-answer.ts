import { Readable } from 'node:stream';
import type { Answer } from '../platform/http/deliver.js';
import type { PictureToSend } from './picture-files.service.js';
import { PICTURE_TYPES } from './picture-types.js';

/** Headers for pictures of the site, which are public. Pictures of previews and of the desk have `KEPT_BY_NOBODY`. */
export const KEPT_BY_ALL = { 'Cache-Control': 'public, max-age=86400' };
export const KEPT_BY_NOBODY = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Makes the answer with a picture, which is read in parts while it is sent; `undefined` if there is no picture. */
export async function pictureAnswer(
  found: Promise<PictureToSend | undefined>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const picture = await found;
  if (!picture) return undefined;
  const { file, read } = picture;
  return {
    status: 200,
    headers: {
      ...headers,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': PICTURE_TYPES[file.extension],
      'Content-Length': String(file.bytes),
    },
    body: Readable.from(read()),
    tag: file.tag,
  };
}
