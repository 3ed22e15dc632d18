import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../../../src/platform/cursor/cursor.js';

const position = { at: 1_795_219_200_003, id: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6' };
const cursor = encodeCursor(position, 'list one');

describe('a cursor', () => {
  it('is decoded to the position that it encodes', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.uuid(), fc.string(), (seconds, id, list) => {
        const place = { at: seconds * 1_000 + 7, id };
        expect(decodeCursor(encodeCursor(place, list), list)).toEqual(place);
      }),
    );
  });

  it('needs no escaping in a query string', () => {
    expect(encodeURIComponent(cursor)).toBe(cursor);
  });

  it('is refused by another list', () => {
    expect(decodeCursor(cursor, 'list two')).toBeUndefined();
  });

  it('is refused if one character was changed, removed or added', () => {
    const letters = Array.from('ABCXYZabcxyz0189-_.=+ \n');
    for (let place = 0; place <= cursor.length; place += 1) {
      const [before, behind] = [cursor.slice(0, place), cursor.slice(place)];
      const forged = letters.flatMap((letter) => [
        before + letter + behind,
        before + letter + behind.slice(1),
      ]);
      for (const text of [...forged, before + behind.slice(1)]) {
        if (text === cursor) continue;
        expect(decodeCursor(text, 'list one'), JSON.stringify(text)).toBeUndefined();
      }
    }
  });

  it('is refused at almost no cost, even with 4,000,000 characters', () => {
    const long = [`${'A'.repeat(4_000_000)}.`, '.'.repeat(4_000_000)];
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1) {
      for (const text of long) expect(decodeCursor(text, 'list one')).toBeUndefined();
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(50);
  });
});
