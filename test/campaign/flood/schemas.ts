import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './values.js';

const PREFIX = '#/components/schemas/';

/** Returns a schema with each `$ref` replaced by its target, and each `allOf` merged. */
export function inlined(schema: unknown, document: OpenAPIObject): Schema {
  if (Array.isArray(schema))
    return schema.map((one) => inlined(one, document)) as unknown as Schema;
  if (typeof schema !== 'object' || schema === null) return schema as Schema;
  const { $ref, allOf, ...rest } = schema as { $ref?: string; allOf?: unknown[] };
  const others = allOf ? Object.assign({}, ...allOf.map((one) => inlined(one, document))) : {};
  const target = $ref
    ? inlined(document.components!.schemas![$ref.slice(PREFIX.length)], document)
    : {};
  const own = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, inlined(value, document)]),
  );
  return { ...target, ...others, ...own } as Schema;
}
