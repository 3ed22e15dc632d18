import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import type { JsonSchema, ObjectSchema } from './json.js';
import { OWN_ARGUMENTS } from './tool-arguments.js';
import type { ListedTool, Tool } from './tool.js';

/** What clients are told of a tool: its arguments are its own and those of the DTO (CONTRACT 8). */
export function listedTool(tool: Tool): ListedTool {
  const { name, title, description, annotations, own, input, output } = tool;
  const { properties, required = [] } = dtoSchema(input);
  const schemas = own.map((argument) => [argument, OWN_ARGUMENTS[argument].schema] as const);
  const demanded = own.filter((argument) => OWN_ARGUMENTS[argument].otherwise === undefined);
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(schemas), ...properties },
      required: [...demanded, ...required],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: output },
    annotations,
  };
}

/** What `@ApiProperty` keeps of a member: a JSON Schema, and a few words of its own. */
interface Documented {
  readonly type: unknown;
  readonly isArray?: boolean;
  readonly required?: boolean;
  readonly examples?: unknown;
  readonly pattern?: string;
  readonly description: string;
}

/**
 * The schema of a DTO, from the decorators that the OpenAPI document is made of too. Examples and
 * patterns are left out: models read the descriptions, and some hosts refuse patterns.
 */
function dtoSchema(dto: Type): ObjectSchema {
  const prototype = dto.prototype as object;
  const marked = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES_ARRAY, prototype) as
    string[] | undefined;
  const members = (marked ?? [])
    .map((name) => name.slice(1))
    .map((name) => ({
      name,
      member: Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name) as Documented,
    }));
  const required = members.filter(({ member }) => member.required ?? true);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, member }) => [name, schemaOf(member)])),
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

const schemaOf = ({
  type,
  isArray: _isArray,
  required: _required,
  examples: _examples,
  pattern: _pattern,
  description,
  ...bounds
}: Documented): JsonSchema => ({ ...typeSchema(type), ...withoutPatterns(bounds), description });

/** Swagger keeps a JSON type by its name, a text by `String`, and another DTO by a function that names it. */
function typeSchema(type: unknown): JsonSchema {
  if (type === String) return { type: 'string' };
  return typeof type === 'function' ? dtoSchema((type as () => Type)()) : { type };
}

function withoutPatterns({ items, ...bounds }: JsonSchema): JsonSchema {
  if (items === undefined) return bounds;
  const { pattern: _, ...item } = items as JsonSchema;
  return { items: item, ...bounds };
}
