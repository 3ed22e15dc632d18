import type { SchemaObject } from '@nestjs/swagger';
import * as fc from 'fast-check';

/** A schema without `$ref`, as `inlined` returns it. */
export type Schema = SchemaObject;

const NASTY = [
  '',
  ' ',
  '\0',
  '\u2028',
  '\u202e',
  '\ud800',
  '\uffff',
  '../..',
  '%00',
  "'; DROP TABLE publication; --",
  '<script>alert(1)</script>',
  '${7*7}',
  'a'.repeat(300),
  '\u0301'.repeat(200),
  '-'.repeat(121),
  'https://user:secret@example.org/',
  'http://[::1',
  '9'.repeat(400),
  '1e999',
  'NaN',
  'null',
  '__proto__',
  'constructor',
];

/** Any JSON value, and values that often cause errors. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 0, 1.5, 2 ** 31, 2 ** 53, 1e300, [], {}, [[[[[]]]]]),
  fc
    .integer({ min: 1, max: 400 })
    .map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')),
);

/** Generates values of the schema's type, some of them just out of bounds, and sometimes any other value. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: described(schema) }, { weight: 1, arbitrary: junk });
}

function described(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.examples && !schema.properties) {
    const examples = fc.constantFrom(...(schema.examples as unknown[]));
    return fc.oneof(examples, byType(schema));
  }
  return byType(schema);
}

function byType(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return objectOf(schema.properties as Record<string, Schema>);
    case 'array':
      return fc.array(valueOf(schema.items as Schema), { maxLength: (schema.maxItems ?? 3) + 1 });
    case 'integer':
      return fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 1_000) + 1 });
    case 'boolean':
      return fc.boolean();
    default:
      return text(schema);
  }
}

function text({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const short = Math.min(maxLength, 80);
  return pattern === undefined
    ? fc.string({ unit: 'grapheme', minLength, maxLength: short })
    : fc.stringMatching(new RegExp(pattern), { maxLength: short });
}

/** Generates objects with all or some of these members, and sometimes with other members too. */
export function objectOf(properties: Readonly<Record<string, Schema>>): fc.Arbitrary<object> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]),
  );
  const whole = fc.record(members);
  const some = fc.record(members, { requiredKeys: [] });
  const strange = fc
    .tuple(some, fc.dictionary(fc.string({ maxLength: 12 }), junk, { maxKeys: 3 }))
    .map((parts): object => Object.assign({}, ...parts));
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 3, arbitrary: some }, strange);
}
