import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import type { JsonSchema, ObjectSchema } from './json.js';

// Builds the JSON Schemas of tools from the decorators of DTOs; the OpenAPI document is built from the same decorators.
// Schemas have no patterns or formats, because some hosts refuse these. The descriptions are for language models.

/** Metadata that `@ApiProperty` stores for a member: a JSON Schema with additional keywords. */
interface Documented extends JsonSchema {
  readonly type: unknown;
  readonly isArray?: boolean;
  readonly nullable?: boolean;
  readonly required?: boolean;
  readonly enum?: readonly string[];
  readonly description: string;
}

/**
 * Makes the schema of arguments. The schema allows only the members of the DTO. The members have bounds, but no
 * patterns.
 */
export function argumentsSchema(dto: Type): ObjectSchema {
  const members = membersOf(dto);
  const required = members.filter(([, member]) => member.required ?? true);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, argument(member)])),
    required: required.map(([name]) => name),
    additionalProperties: false,
  };
}

/** Makes the schemas of the members of an answer, without bounds. */
export const answerMembers = (dto: Type): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(membersOf(dto).map(([name, member]) => [name, answer(member)]));

function membersOf(dto: Type): [string, Documented][] {
  const prototype = dto.prototype as object;
  const marked = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) as
    string[] | undefined;
  return (marked ?? [])
    .map((name) => name.slice(1))
    .map((name) => [
      name,
      Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as Documented,
    ]);
}

function argument({
  type,
  isArray: _isArray,
  required: _required,
  examples: _examples,
  pattern: _pattern,
  description,
  ...bounds
}: Documented): JsonSchema {
  const named = nameOf(type);
  const schema = named === undefined ? argumentsSchema(dtoOf(type)) : { type: named };
  return { ...schema, ...withoutPatterns(bounds), description };
}

function withoutPatterns({ items, ...bounds }: JsonSchema): JsonSchema {
  if (items === undefined) return bounds;
  const { pattern: _, ...item } = items as JsonSchema;
  return { items: item, ...bounds };
}

function answer({ type, isArray, nullable, enum: words, description }: Documented): JsonSchema {
  const named = nameOf(type);
  const one: JsonSchema =
    named === undefined ? objectOf(type, nullable) : { type: named, ...(words && { enum: words }) };
  if (isArray) return { type: 'array', items: one, description };
  // `anyOf` has a separate branch for `null`, because some clients do not understand a list of types.
  return nullable ? { anyOf: [one, { type: 'null' }], description } : { ...one, description };
}

/**
 * Makes the schema of an object. If the object is nullable, omits its properties, because schemas cost tokens and
 * nullable objects are rarely sent.
 */
const objectOf = (type: unknown, isSeldom = false): JsonSchema =>
  isSeldom ? { type: 'object' } : { type: 'object', properties: answerMembers(dtoOf(type)) };

const NAMES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/**
 * Returns the name of a JSON type; `undefined` for a DTO. As the type, Swagger stores a name, a class such as `String`,
 * or a function that returns a DTO.
 */
const nameOf = (type: unknown): string | undefined =>
  typeof type === 'string' ? type : NAMES.get(type);

const dtoOf = (type: unknown): Type => (type as () => Type)();
