import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContentPart,
  partOf,
  type PartWish,
} from '../../../src/publications/views/content-part.js';
import { randomDocument } from '../documents/random-document.js';

/** Reads a text to its end. Each part begins at the end of the previous part. */
function read(text: string, wish: PartWish): ContentPart[] {
  const parts: ContentPart[] = [];
  for (let offset = 0; ;) {
    const part = partOf(text, { ...wish, offset });
    parts.push(part);
    const { length, total } = part.contentRange;
    expect(part.contentRange.offset).toBe(offset);
    offset += length;
    if (offset >= total) return parts;
    expect(length).toBeGreaterThan(0);
  }
}

/** Returns the index after each line end. */
function lineEnds(characters: readonly string[]): Set<number> {
  const ends = new Set<number>();
  for (const [at, sign] of characters.entries()) {
    if (sign === '\n' || (sign === '\r' && characters[at + 1] !== '\n')) ends.add(at + 1);
  }
  return ends;
}

const documents = fc
  .array(randomDocument, { minLength: 1, maxLength: 4 })
  .map((all) => all.map(({ content }) => content).join('\n'));

describe('reading content part by part', () => {
  it('[4.read-on] gives the whole content, and ends a part at a line end if the last quarter of the part has one', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 1, max: 400 }), (text, length) => {
        const characters = Array.from(text);
        const ends = lineEnds(characters);
        const parts = read(text, { length });
        expect(parts.map(({ content }) => content).join('')).toBe(text);
        for (const { content, contentRange } of parts) {
          expect(Array.from(content)).toHaveLength(contentRange.length);
          expect(contentRange.total).toBe(characters.length);
          const asked = contentRange.offset + length;
          if (asked >= characters.length) continue;
          const end = contentRange.offset + contentRange.length;
          const behind = (at: number): boolean => ends.has(at) && at > asked - length / 4;
          const last = Array.from({ length }, (_, at) => asked - at).find(behind);
          expect(end).toBe(last ?? asked);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('[4.read-on] gives the whole content in parts that do not exceed a byte limit', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 4, max: 400 }), (text, maxBytes) => {
        const parts = read(text, { maxBytes });
        expect(parts.map(({ content }) => content).join('')).toBe(text);
        for (const { content } of parts) {
          expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxBytes);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('[4.read-on] measures the last quarter in characters, not in bytes', () => {
    const text = `${'a'.repeat(12)}\n${'😀'.repeat(3)}more`;
    expect(partOf(text, { length: 16 }).content).toBe(`${'a'.repeat(12)}\n`);
  });
});
