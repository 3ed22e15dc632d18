import { describe, expect, it } from 'vitest';
import { shapeFaults } from '../../../src/platform/validation/shape.js';

const fieldsAtFault = (json: string): string[] =>
  shapeFaults(JSON.parse(json) as Record<string, unknown>).map(({ field }) => field);

describe('shapeFaults', () => {
  it('finds nothing in what a document can be', () => {
    const document = { tags: ['a', 'b'], author: { kind: 'ai', name: 'A' }, content: '', n: null };
    expect(shapeFaults(document)).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'finds a member that every object inherits: %s',
    (name) => {
      expect(fieldsAtFault(`{"${name}":1}`)).toEqual([name]);
      expect(fieldsAtFault(`{"author":{"${name}":{}}}`)).toEqual([`author.${name}`]);
      expect(fieldsAtFault(`{"tags":[{"${name}":{}}]}`)).toEqual([`tags[0].${name}`]);
    },
  );

  it('finds what is nested deeper than any member goes', () => {
    expect(fieldsAtFault('{"tags":[["a"]]}')).toEqual([]);
    expect(fieldsAtFault('{"tags":["a",[["b"]]]}')).toEqual(['tags[1][0]']);
    expect(fieldsAtFault('{"author":{"name":{"first":{}}}}')).toEqual(['author.name.first']);
  });

  it('does not lose its footing 10,000 levels down', () => {
    const deep = `{"tags":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(fieldsAtFault(deep)).toEqual(['tags[0][0]']);
  });
});
