import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Heading } from '../rendering/rendered-document.js';

/** A released version as it is stored: the article, and the metadata that its page shows (contract 15). */
export interface KeptVersion {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly authorKind: string;
  readonly authorName: string;
  readonly markdown: string;
  /** The HTML, as it was rendered and sanitised at the release. */
  readonly html: string;
  readonly headings: readonly Heading[];
}

/**
 * Options of deflate. A document with 4 KiB of text becomes 13 KiB of JSON. Deflate level 3 packs this JSON into 3.2
 * KiB in 55 µs. Brotli level 4 takes 150 µs.
 */
const OPTIONS = { level: 3 };

export const packVersion = (version: KeptVersion): Uint8Array =>
  deflateRawSync(JSON.stringify(version), OPTIONS);

export const unpackVersion = (packed: Uint8Array): KeptVersion =>
  JSON.parse(inflateRawSync(packed).toString()) as KeptVersion;
