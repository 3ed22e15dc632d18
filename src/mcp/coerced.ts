import { isObject, type JsonObject } from './json-object.js';
import type { JsonSchema, ObjectSchema } from './json-schema.js';

/** Other names under which models send an id. */
const ID_ALIASES = ['publicationId', 'publication_id'];

/**
 * Forgives what clients do to arguments on the way (CONTRACT 8): arrays, objects and integers as
 * strings, `null` for what may be absent, an id by another name. What is listed stays strict.
 */
export function coerced(schema: ObjectSchema, sent: JsonObject): JsonObject {
  const args = Object.entries(sent).filter(
    ([name, value]) => value !== null || !mayBe(schema, name),
  );
  const named = args.map(([name, value]): [string, unknown] => [
    isId(schema, sent, name) ? 'id' : name,
    value,
  ]);
  return Object.fromEntries(
    named.map(([name, value]) => [name, unquoted(propertyOf(schema, name), value)]),
  );
}

/** The name is one of `Object.prototype` as easily as one of ours: only own members count. */
const propertyOf = ({ properties }: ObjectSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

const mayBe = (schema: ObjectSchema, name: string): boolean =>
  propertyOf(schema, name) !== undefined && !schema.required?.includes(name);

/** One alias stands for the id where there is no id; of two nobody knows which is meant. */
function isId(schema: ObjectSchema, sent: JsonObject, name: string): boolean {
  const given = ['id', ...ID_ALIASES].filter((alias) => Object.hasOwn(sent, alias));
  return ID_ALIASES.includes(name) && given.length === 1 && 'id' in schema.properties;
}

function unquoted(schema: JsonSchema | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (schema?.type) {
    case 'integer':
      return /^\s*-?\d{1,300}\s*$/.test(value) ? Number(value) : value;
    case 'array':
      return parsedAs(Array.isArray, value);
    case 'object':
      return parsedAs(isObject, value);
    default:
      return value;
  }
}

/** The value that a text is the JSON of, where it is one of the wanted kind; else the text. */
export function parsedAs(fits: (parsed: unknown) => boolean, text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return fits(parsed) ? parsed : text;
  } catch {
    return text;
  }
}
