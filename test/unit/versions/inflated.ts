import { gunzipSync } from 'node:zlib';
import type { CompressedFile } from '../../../src/site/compressed-file.js';

/** Returns the text of a file that is stored only in compressed form. */
export const inflated = ({ gzip }: CompressedFile): string => gunzipSync(gzip).toString();
