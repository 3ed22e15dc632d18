import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

/** A value for one member of an input. `what` is the value as JSON, shortened. */
export interface Probe {
  readonly what: string;
  readonly value: unknown;
}

/** Values of every type. For any member, most of these values have the wrong type. */
const ANY_TYPE: readonly unknown[] = [null, true, 7, 1.5, '', ' ', 'x', [], {}];
/** A number of items that is too large for any list. */
const MANY = 60;

/** Returns values that test a schema: values of every type, and values on both sides of each bound. */
export function probesOf(document: OpenAPIObject, schema: SchemaObject | ReferenceObject): Probe[] {
  const values = [...ANY_TYPE, ...atBounds(document, resolved(document, schema))];
  return values.map((value) => ({ what: shortened(JSON.stringify(value)), value }));
}

function atBounds(document: OpenAPIObject, schema: SchemaObject): unknown[] {
  const { enum: words = [], examples = [], minimum, maximum } = schema;
  const numbers = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  );
  return [
    ...words,
    ...(examples as unknown[]),
    ...numbers,
    ...texts(schema),
    ...lists(document, schema),
    ...objects(document, schema),
  ];
}

function texts({ type, examples, maxLength }: SchemaObject): string[] {
  const [example = 'a'] = (examples ?? []) as string[];
  if (type !== 'string' || maxLength === undefined) return [];
  return [example.padEnd(maxLength, 'a'), example.padEnd(maxLength + 1, 'a')];
}

function lists(document: OpenAPIObject, schema: SchemaObject): unknown[] {
  if (schema.type !== 'array' || schema.maxItems === undefined) return [];
  const [[example]] = schema.examples as [[string]];
  const item = { ...resolved(document, schema.items!), examples: [example] };
  const many = Array.from({ length: MANY }, (_, index) => `${example}${index}`);
  return [
    many.slice(0, schema.maxItems),
    many.slice(0, schema.maxItems + 1),
    ...[...ANY_TYPE, ...atBounds(document, item)].map((value) => [value]),
  ];
}

function objects(document: OpenAPIObject, { properties, required = [] }: SchemaObject): object[] {
  if (!properties) return [];
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, resolved(document, schema)] as const,
  );
  const whole = Object.fromEntries(
    members.map(([name, { examples }]) => [name, (examples as unknown[])[0]]),
  );
  const without = required.map((name) => ({ ...whole, [name]: undefined }));
  const varied = members.flatMap(([name, schema]) =>
    [...ANY_TYPE, ...atBounds(document, schema)].map((value) =>
      Object.assign({}, whole, { [name]: value }),
    ),
  );
  return [whole, { ...whole, unheardOf: 1 }, ...without, ...varied];
}

/** Replaces a reference by the schema that the reference names. */
function resolved(document: OpenAPIObject, schema: SchemaObject | ReferenceObject): SchemaObject {
  if ('$ref' in schema) {
    const name = schema.$ref.split('/').at(-1)!;
    return resolved(document, document.components!.schemas![name]!);
  }
  return schema.allOf ? resolved(document, schema.allOf[0]!) : schema;
}

const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text;
