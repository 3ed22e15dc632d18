import type { ObjectSchema, JsonSchema } from './json-schema.js';

/** Other names under which models send an id. */
const ID_ALIASES = new Set(['publicationId', 'publication_id']);

/**
 * Forgives what clients do to arguments on the way (CONTRACT 8): arrays, objects and integers as
 * strings, `null` for what may be absent, an id by another name. What is listed stays strict.
 */
export function coerced(
  schema: ObjectSchema,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties, required = [] } = schema;
  const members = Object.entries(args)
    .map(([name, value]): [string, unknown] => [named(name, schema, args), value])
    .filter(([name, value]) => value !== null || required.includes(name) || !properties[name])
    .map(([name, value]): [string, unknown] => [name, unquoted(properties[name], value)]);
  return Object.fromEntries(members);
}

const named = (name: string, { properties }: ObjectSchema, args: object): string =>
  ID_ALIASES.has(name) && 'id' in properties && !('id' in args) ? 'id' : name;

function unquoted(schema: JsonSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (schema?.type) {
    case 'integer':
      return /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
    case 'array':
      return parsedAs(Array.isArray, value);
    case 'object':
      return parsedAs((parsed) => typeof parsed === 'object' && parsed !== null, value);
    default:
      return value;
  }
}

/** The value that a text is the JSON of, where it is one of the wanted kind; else the text. */
function parsedAs(fits: (parsed: unknown) => boolean, text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return fits(parsed) ? parsed : text;
  } catch {
    return text;
  }
}
