import { crc32 } from 'node:zlib';
import { assert, constant, constantFrom, nat, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  generateKey,
  hashSecret,
  isKeyId,
  parseKey,
  secretMatches,
} from '../../../src/keys/key-secret.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const key = constant(undefined).map(() => generateKey('program'));

describe('the sign-in key of a person', () => {
  it('consists of imp_person_, the id of the person, and its secret with a checksum [7.person-key]', () => {
    const { keyId, secret, key: text } = generateKey('person');
    expect(text).toMatch(/^imp_person_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/);
    expect(parseKey(text)).toEqual({ holder: 'person', keyId, secret });
    expect(parseKey(text.replace('person_', ''))).toBeUndefined();
    expect(parseKey(text.slice(0, -1))).toBeUndefined();
  });
});

describe('a publisher key', () => {
  it('consists of imp_, its id, and its secret with a checksum [7.key-format]', () => {
    const { keyId, secret, key: text } = generateKey('program');
    expect(text).toMatch(/^imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/);
    expect(text.startsWith(`imp_${keyId}_${secret}`)).toBe(true);
    expect(isKeyId(keyId)).toBe(true);
  });

  it('has a secret of at least 160 random bits in base62 [7.key-entropy]', () => {
    const secrets = Array.from({ length: 2_000 }, () => generateKey('program').secret);
    expect(secrets[0]!.length * Math.log2(62)).toBeGreaterThanOrEqual(160);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const position of Array.from({ length: secrets[0]!.length }).keys()) {
      const seen = new Set(secrets.map((secret) => secret[position]));
      // The probability that 2,000 draws miss a given character is below 10^-14.
      expect(seen.size).toBe(62);
      expect([...seen].every((character) => BASE62.includes(character!))).toBe(true);
    }
  });

  it('ends with the CRC32 of the text before it, as 6 base62 characters [7.key-checksum]', () => {
    assert(
      property(key, ({ key: text }) => {
        const digits = Array.from(text.slice(-6)).map((digit) => BASE62.indexOf(digit));
        const value = digits.reduce((sum, digit) => sum * 62 + digit, 0);
        expect(value).toBe(crc32(text.slice(0, -6)));
      }),
    );
  });

  it('is invalid with one wrong character at any position [7.key-checksum]', () => {
    assert(
      property(
        key,
        nat(),
        constantFrom(...Array.from(BASE62), '_', ' '),
        ({ key: text }, at, wrong) => {
          const place = at % text.length;
          pre(text[place] !== wrong);
          expect(parseKey(text.slice(0, place) + wrong + text.slice(place + 1))).toBeUndefined();
        },
      ),
    );
  });

  it.each([
    ['no characters', ''],
    ['only a word', 'secret'],
    ['a line break at its end', `${generateKey('program').key}\n`],
    ['a space before it', ` ${generateKey('program').key}`],
    ['another prefix', generateKey('program').key.replace('imp_', 'IMP_')],
    ['a checksum of zeros', 'imp_0123456789AB_0123456789ABCDEFGHIJKLMNOPQRST000000'],
  ])('is invalid with %s', (_, text) => {
    expect(parseKey(text)).toBeUndefined();
  });

  it('has a SHA-256 hash that its own secret matches and another secret does not match', () => {
    const { secret } = generateKey('program');
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(secretMatches(secret, hashSecret(secret))).toBe(true);
    expect(secretMatches(generateKey('program').secret, hashSecret(secret))).toBe(false);
  });

  it('is compared with timingSafeEqual, which rejects a hash of another length [7.key-constant-time]', () => {
    const { secret } = generateKey('program');
    expect(() => secretMatches(secret, hashSecret(secret).subarray(1))).toThrow(
      expect.objectContaining({ code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' }),
    );
  });
});
