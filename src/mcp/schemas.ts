import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { UsageDto } from '../quota/usage.dto.js';
import type { JsonObject } from './json-rpc.js';

// Builds the JSON Schemas of tools from the decorators of DTOs, as Swagger builds the OpenAPI document. Schemas have no
// patterns, lower bounds, formats, `$ref` or lists of types, because some hosts refuse these. The descriptions are for language models.

/** A JSON Schema (2020-12). */
export type JsonSchema = JsonObject;

export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** What `@ApiProperty` stores for a member: a JSON Schema with additional keywords. */
interface Documented extends JsonSchema {
  /** A name, a class such as `String`, or a function that returns a DTO. */
  readonly type: unknown;
  readonly isArray?: boolean;
  readonly nullable?: boolean;
  readonly required?: boolean;
  readonly description: string;
}

/**
 * Makes the schema of arguments. The schema allows only the members of the DTO, up to their upper bounds.
 * @param own further arguments
 * @param hidden members that the service accepts, but no model needs
 */
export function argumentsSchema(
  dto: Type,
  own: Readonly<Record<string, JsonSchema>> = {},
  hidden: readonly string[] = [],
): ObjectSchema {
  const members = membersOf(dto).filter(([name]) => !hidden.includes(name));
  const properties = members.map(([name, member]) => [name, argument(member)]);
  const demanded = Object.keys(own).filter((name) => own[name]!.default === undefined);
  const required = members.filter(([, { required: is = true }]) => is).map(([name]) => name);
  return {
    type: 'object',
    properties: { ...own, ...Object.fromEntries(properties) },
    ...(demanded.length + required.length > 0 && { required: [...demanded, ...required] }),
    additionalProperties: false,
  };
}

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
  minLength: _minLength,
  minimum: _minimum,
  description,
  ...bounds
}: Documented): JsonSchema {
  const named = nameOf(type);
  const schema = named === undefined ? argumentsSchema((type as () => Type)()) : { type: named };
  return { ...schema, ...withPlainItems(bounds), description };
}

function withPlainItems({ items, ...bounds }: JsonSchema): JsonSchema {
  if (items === undefined) return bounds;
  const { pattern: _, minLength: __, ...item } = items as JsonSchema;
  return { items: item, ...bounds };
}

const NAMES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/** Returns the name of a JSON type; `undefined` for a DTO. */
const nameOf = (type: unknown): string | undefined =>
  typeof type === 'string' ? type : NAMES.get(type);

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Makes the schemas of members of an answer, described as in the HTTP API but without what is inside them: every
 * conversation contains the answer to `tools/list`.
 * @param names names of the members, separated by spaces
 */
function answerMembers(dto: Type, names: string): Properties {
  const members = new Map(membersOf(dto));
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const { type, isArray, nullable, description } = members.get(name)!;
      const one = { type: nameOf(type) ?? 'object' };
      if (isArray) return [name, { type: 'array', items: one, description }];
      // `anyOf` has a branch for `null`, because some clients do not understand a list of types.
      const either = nullable ? { anyOf: [one, { type: 'null' }] } : one;
      return [name, { ...either, description }];
    }),
  );
}

// Output schemas have the members that tell a model what to do next, and that no description of a tool explains.

const NOTE: Properties = {
  note: { type: 'string', description: 'State of the document in words, and what to do next.' },
};

export const PUBLICATION: Properties = {
  ...answerMembers(PublicationViewDto, 'version publishedVersion state indexStatus'),
  ...NOTE,
};

export const WRITTEN: Properties = {
  version: { type: 'integer', description: 'Send it as expectedVersion in the next call.' },
  ...NOTE,
};

export const RELEASED = NOTE;

export const LIST: Properties = {
  items: {
    type: 'array',
    items: { type: 'object' },
    description: 'The documents, without content and without empty members.',
  },
  nextCursor: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'cursor for the next page; null on the last page.',
  },
  total: {
    anyOf: [{ type: 'integer' }, { type: 'null' }],
    description: 'Number of matching documents; null if more than 1,000.',
  },
};

export const USAGE: Properties = answerMembers(UsageDto, 'remaining resetsAt upgradeRequired');
