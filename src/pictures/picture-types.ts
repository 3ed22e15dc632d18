/** Media types of the accepted pictures, by file extension (contract 14). */
export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const;

export type Extension = keyof typeof PICTURE_TYPES;

export const EXTENSIONS = Object.keys(PICTURE_TYPES) as Extension[];

/** Patterns for the first bytes of a file, by type. The bytes are read as Latin-1. */
const SIGNATURES: readonly (readonly [Extension, RegExp])[] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  // ISO/IEC 14496-12: `avif` is the major brand or a compatible brand. The compatible brands follow the major brand and
  // its version.
  ['avif', /^[^]{4}ftyp(?:avif|[^]{8}(?:[^]{4}){0,8}avif)/],
];

/**
 * Detects the type from the first bytes, not from the declared type. Returns `undefined` for a type that is not
 * accepted, such as SVG.
 */
export function sniffedType(bytes: Buffer): Extension | undefined {
  const beginning = bytes.toString('latin1', 0, 64);
  return SIGNATURES.find(([, signature]) => signature.test(beginning))?.[0];
}
