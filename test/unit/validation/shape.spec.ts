import { describe, expect, it } from 'vitest';
import { bounded, shapeFaults } from '../../../src/platform/validation/shape.js';

const fieldsAtFault = (json: string): string[] =>
  Object.entries(JSON.parse(json) as object)
    .flatMap(([name, value]) => shapeFaults(name, value))
    .map(({ field }) => field);

describe('shapeFaults', () => {
  it('finds nothing in what a document can be', () => {
    const author = '{"kind":"ai","name":"A"}';
    expect(fieldsAtFault(`{"tags":["a","b"],"author":${author},"title":"","n":null}`)).toEqual([]);
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

const numbered = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, index]));

describe('bounded', () => {
  it('leaves what can be a document as it is', () => {
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

  it('keeps a member that every object inherits', () => {
    expect(Object.keys(bounded(JSON.parse('{"__proto__":1}')) as object)).toEqual(['__proto__']);
  });

  it('does not lose its footing 10,000 levels down', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`) as object;
    expect(Object.keys(bounded(deep) as object)).toEqual(['a']);
  });
});
