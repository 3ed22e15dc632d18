import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of base62 digits of a key id. With 71 random bits, equal ids in one database are practically impossible. */
const KEY_ID_LENGTH = 12;
/** Number of base62 digits of a secret. The digits have 178 random bits; contract 7 requires 160 random bits. */
const SECRET_LENGTH = 30;
/** Number of base62 digits that a 32-bit CRC needs. */
const CHECKSUM_LENGTH = 6;

const KEY_ID = `[0-9A-Za-z]{${KEY_ID_LENGTH}}`;
const SHAPE = new RegExp(
  `^(imp_(person_|feed_)?(${KEY_ID})_([0-9A-Za-z]{${SECRET_LENGTH}}))([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
const ID_SHAPE = new RegExp(`^${KEY_ID}$`);

/**
 * Who holds a key: a program, whose publisher key writes, a person, whose sign-in key opens the desk (contract 7), or the
 * feed reader of a person (contract 13).
 */
type KeyHolder = 'program' | 'person' | 'feed';

const PREFIXES = { program: 'imp', person: 'imp_person', feed: 'imp_feed' } as const;

/** Parts of a publisher key `imp_<keyId>_<secret><checksum>`, of a sign-in key, which begins with `imp_person_`, or of a feed. */
export interface KeyParts {
  readonly holder: KeyHolder;
  /** The public part of the key, which is used for look-ups, in output and in logs. */
  readonly keyId: string;
  readonly secret: string;
}

/**
 * Generates a key. Returns its parts, and `key`, the whole text of the key, which is shown only once.
 * @param keyId the id of the person, if the key replaces an older one of this person
 */
export function generateKey(
  holder: KeyHolder,
  keyId = randomBase62(KEY_ID_LENGTH),
): KeyParts & { readonly key: string } {
  const secret = randomBase62(SECRET_LENGTH);
  return { holder, keyId, secret, key: withChecksum(`${PREFIXES[holder]}_${keyId}_${secret}`) };
}

/** Parses a key; `undefined` if the text is not a key. The checksum reveals a mistyped key without a query. */
export function parseKey(text: string): KeyParts | undefined {
  const [, before, kind, keyId, secret] = SHAPE.exec(text) ?? [];
  if (before === undefined || keyId === undefined || secret === undefined) return undefined;
  const holder = kind === undefined ? 'program' : kind === 'feed_' ? 'feed' : 'person';
  return withChecksum(before) === text ? { holder, keyId, secret } : undefined;
}

export const isKeyId = (text: string): boolean => ID_SHAPE.test(text);

/**
 * Makes the hash that the database stores instead of the secret. A secret has 178 random bits, so a slow hash is
 * unnecessary.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether a secret has this hash; compares in constant time. */
export const secretMatches = (secret: string, hash: Buffer): boolean =>
  timingSafeEqual(hashSecret(secret), hash);

/** Makes random base62 digits. `randomInt` has no modulo bias. */
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
