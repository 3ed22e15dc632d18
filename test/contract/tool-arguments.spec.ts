import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { parameters: readonly Parameter[] }>>>
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: Schema;
}

const GOLDEN = join(import.meta.dirname, 'golden/openapi.json');
const openApi = JSON.parse(readFileSync(GOLDEN, 'utf8')) as OpenApi;

/** Moves a default into the description, as the OpenAPI document does. */
function described({ default: value, description, ...rest }: Schema): Schema {
  const text = value === undefined ? '' : ` Default: ${JSON.stringify(value)}.`;
  return { ...rest, description: `${description as string}${text}` };
}

/** Converts an OpenAPI schema to the form of a tool schema, which has no references, examples, patterns or lower bounds. */
function shown(schema: Schema): Schema {
  const {
    examples: _e,
    pattern: _p,
    minLength: _m,
    minimum: _min,
    allOf,
    $ref,
    items,
    properties,
    ...rest
  } = schema;
  const referenced = $ref ?? allOf?.[0]?.$ref;
  const target =
    referenced === undefined
      ? {}
      : shown(openApi.components.schemas[(referenced as string).split('/').at(-1)!]!);
  return {
    ...target,
    ...rest,
    ...(items ? { items: shown(items as Schema) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, shown(inner)]),
          ),
        }
      : {}),
  };
}

const toolOf = (name: string) => TOOLS.find(({ tool }) => tool.name === name)!;
const inputOf = (name: string) => toolOf(name).listed.inputSchema as Schema;

describe('the MCP tool', () => {
  it.each([
    ['create_publication', 'CreatePublication'],
    ['update_publication', 'UpdatePublication'],
    ['publish_publication', 'PublishPublication'],
  ])('[8.tool-schemas] %s has the fields of %s, with bounds and descriptions', (tool, body) => {
    const { properties, required } = inputOf(tool);
    const { id, idempotencyKey, waitSeconds: _, ...fields } = properties!;
    expect(idempotencyKey).toBeDefined();
    const inOpenApi = Object.entries(fields).map(([name, field]) => [name, described(field)]);
    const known = Object.entries(shown(openApi.components.schemas[body]!).properties!);
    const { hidden = [] } = toolOf(tool).tool;
    expect(Object.fromEntries(inOpenApi)).toEqual(
      Object.fromEntries(known.filter(([name]) => !hidden.includes(name))),
    );
    const own = ['id', 'idempotencyKey'].slice(id ? 0 : 1);
    expect(required).toEqual([...own, ...openApi.components.schemas[body]!.required!]);
  });

  it('[8.tool-schemas] list_publications has the query parameters of the list over HTTP, without count', () => {
    const { parameters } = openApi.paths['/api/v1/publications']!.get!;
    const query = parameters.filter(
      (parameter) => parameter.in === 'query' && parameter.name !== 'count',
    );
    const fields = query.map(({ name, description, schema }) => [
      name,
      shown({ ...schema, description }),
    ]);
    expect(inputOf('list_publications').properties).toEqual(Object.fromEntries(fields));
  });
});
