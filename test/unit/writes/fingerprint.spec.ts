import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINGERPRINT_FORMAT, fingerprint } from '../../../src/writes/fingerprint.js';

const update = {
  operation: 'update' as const,
  publicationId: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6',
  payload: { expectedVersion: 3, title: 'Grüße, 문서', tags: ['b', 'a'], author: { kind: 'ai' } },
};

const hex = (write: Parameters<typeof fingerprint>[0]): string =>
  fingerprint(write, FINGERPRINT_FORMAT).toString('hex');

describe('a fingerprint', () => {
  it('of format 1 never changes for the example, so that old records can still be compared', () => {
    // SHA-256 of the canonical JSON {"operation":…,"payload":…,"target":…}, made with sha256sum.
    expect(fingerprint(update, 1).toString('hex')).toBe(
      'bd824c456b93e28c24adaedae964e87803e1411a113a49169b0d4a1f53eb03fc',
    );
  });

  it('does not depend on the order of members, at any depth', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        expect(hex({ ...update, payload: turnedRound(payload) as typeof payload })).toBe(
          hex({ ...update, payload }),
        );
      }),
    );
  });

  it('is the same for two payloads exactly if the payloads are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same =
          hex({ ...update, payload: { one } }) === hex({ ...update, payload: { one: other } });
        expect(same).toBe(sameJson(one, other));
      }),
    );
  });

  it('ignores a member that is undefined', () => {
    expect(hex({ ...update, payload: { ...update.payload, slug: undefined } })).toBe(hex(update));
  });

  it('of a create does not depend on the id, which is new at each attempt', () => {
    const create = { ...update, operation: 'create' as const };
    const secondTry = { ...create, publicationId: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce7' };
    expect(hex(secondTry)).toBe(hex(create));
  });

  it('of an unknown format is refused', () => {
    expect(() => fingerprint(update, FINGERPRINT_FORMAT + 1)).toThrow(RangeError);
  });
});

/** Returns the same JSON with the members of every object in reverse order. */
function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, turnedRound(member)]));
}

function sameJson(one: unknown, other: unknown): boolean {
  try {
    // JSON encodes -0 as 0.
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    return true;
  } catch {
    return false;
  }
}
