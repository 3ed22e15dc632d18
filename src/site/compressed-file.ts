import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { tagOf } from './content-coding.js';
import type { CompressedFile } from './shown-page.js';

export function compressedFile(text: string, quality: number): CompressedFile {
  const body = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const br = brotliCompressSync(body, { params });
  return { tag: tagOf(body), br, gzip: gzipSync(body, { level: quality }) };
}
