import { describe, expect, it } from 'vitest';
import { bounded } from '../../../src/platform/validation/shape.js';

const numbered = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

describe('bounded', () => {
  it('does not change a value that can be a document', () => {
    const document = { title: 'A', tags: ['a', 1, null], author: { kind: 'ai', name: {} } };
    expect(bounded(document)).toEqual(document);
  });

  it('keeps the first 200 members of objects and lists, nested ones too', () => {
    const long = numbered(201);
    const short = numbered(200);
    const list = Array<number>(201).fill(0);
    expect(bounded(long)).toEqual(short);
    expect(bounded({ author: long, tags: list, sources: [list] })).toEqual({
      author: short,
      tags: list.slice(1),
      sources: [list.slice(1)],
    });
  });
});
