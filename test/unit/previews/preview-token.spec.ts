import { randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSigned,
  type PreviewClaim,
  readToken,
  writeToken,
} from '../../../src/previews/preview-token.js';

const secret = randomBytes(32);
const claim: PreviewClaim = { publicationId: randomUUID(), revision: 7, end: 1_795_300_000 };
const token = writeToken(claim, secret);
const opens = (text: string, by = secret): boolean => isSigned(readToken(text), by);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of a preview', () => {
  it('encodes publication, revision and expiry time in 60 URL-safe characters', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 2_147_483_647 }),
        fc.integer({ min: 0, max: 4_294_967_295 }),
        (publicationId, revision, end) => {
          const written = writeToken({ publicationId, revision, end }, secret);
          const read = readToken(written);
          expect(written).toMatch(/^[\w-]{60}$/);
          expect(read).toMatchObject({ revision, end });
          expect(read.publicationId).toBe(publicationId.replaceAll('-', ''));
          expect(isSigned(read, secret)).toBe(true);
        },
      ),
    );
  });

  it('[9.preview-one-404] is valid only with its own secret', () => {
    expect([opens(token), opens(token, randomBytes(32))]).toEqual([true, false]);
  });

  it('[9.preview-one-404] is invalid if one character is changed, removed or doubled', () => {
    const others: string[] = [];
    for (let at = 0; at < token.length; at += 1) {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      others.push(before + after, before + token[at]! + token[at]! + after);
      for (const letter of ALPHABET) if (letter !== token[at]) others.push(before + letter + after);
    }
    expect(others.filter((text) => opens(text))).toEqual([]);
    expect(others).toHaveLength(60 * 65);
  });

  it.each([
    '',
    ' ',
    `${token} `,
    `${token}=`,
    `${token}\n`,
    token.replace(/-/g, '+'),
    '\0',
    'ü',
    '.',
  ])('[9.preview-one-404] is invalid in any other form: %j', (text) => {
    expect(text === token || opens(text)).toBe(text === token);
  });

  it('[9.preview-one-404] is invalid if it is a random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(opens(text)).toBe(false);
      }),
    );
  });
});
