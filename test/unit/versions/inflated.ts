import { gunzipSync } from 'node:zlib';
import type { CompressedFile } from '../../../src/site/compressed-file.js';

/** The text of a file that is only there compressed. */
export const inflated = ({ gzip }: CompressedFile): string => gunzipSync(gzip).toString();
