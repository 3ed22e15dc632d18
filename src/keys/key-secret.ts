import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 71 bits: no two keys of a database share an id. */
const KEY_ID_LENGTH = 12;
/** 178 bits; contract 7 asks for 160. */
const SECRET_LENGTH = 30;
/** Base62 digits for 32 bits. */
const CHECKSUM_LENGTH = 6;

const KEY_ID = `[0-9A-Za-z]{${KEY_ID_LENGTH}}`;
const SHAPE = new RegExp(
  `^(imp_(${KEY_ID})_([0-9A-Za-z]{${SECRET_LENGTH}}))([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
const ID_SHAPE = new RegExp(`^${KEY_ID}$`);

/** Parts of a publisher key `imp_<keyId>_<secret><checksum>` (contract 7). */
export interface KeyParts {
  /** The public part: looked up, shown and logged. */
  readonly keyId: string;
  readonly secret: string;
}

/** A new key: its parts, and the text that its holder sees once. */
export function generateKey(): KeyParts & { readonly key: string } {
  const keyId = randomBase62(KEY_ID_LENGTH);
  const secret = randomBase62(SECRET_LENGTH);
  return { keyId, secret, key: withChecksum(`imp_${keyId}_${secret}`) };
}

/** Parses a key; `undefined`: it is none. The checksum refuses a mistyped key without a look-up. */
export function parseKey(text: string): KeyParts | undefined {
  const [, before, keyId, secret] = SHAPE.exec(text) ?? [];
  if (before === undefined || keyId === undefined || secret === undefined) return undefined;
  return withChecksum(before) === text ? { keyId, secret } : undefined;
}

export const isKeyId = (text: string): boolean => ID_SHAPE.test(text);

/** SHA-256, all that the database holds of a secret: 178 random bits need no slower hash. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares in constant time. */
export const secretMatches = (secret: string, hash: Buffer): boolean =>
  timingSafeEqual(hashSecret(secret), hash);

/** `randomInt` has no modulo bias. */
const randomBase62 = (length: number): string =>
  Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');

function withChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    checksum = BASE62[rest % BASE62.length] + checksum;
    rest = Math.floor(rest / BASE62.length);
  }
  return text + checksum;
}
