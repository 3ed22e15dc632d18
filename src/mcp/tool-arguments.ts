import type { Config } from '../platform/config/config.js';
import type { Problem } from '../platform/problems/problem.js';
import { JsonBounds, membersOf } from '../platform/http/json-bounds.js';
import { MAX_WAIT_SECONDS } from '../platform/http/prefer-wait.js';
import type { Fault } from '../platform/validation/fault.js';
import { integerRule, type Rule } from '../platform/validation/rule.js';
import { validated } from '../platform/validation/validated.js';
import { invalidRequest, validationFailed } from '../platform/validation/validation.errors.js';
import { idempotencyKey } from '../writes/idempotency-key.js';
import { isObject, type JsonObject, type JsonSchema, type ObjectSchema } from './json.js';
import type { ListedTool, OwnArgument, OwnArguments, Tool } from './tool.js';

interface Definition<T> {
  readonly schema: JsonSchema;
  readonly rule: Rule;
  /** Default value. An argument without `otherwise` is required. */
  readonly otherwise?: T;
}

const string: Rule = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const boolean: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

export const OWN_ARGUMENTS: { readonly [Name in OwnArgument]: Definition<OwnArguments[Name]> } = {
  // The form of an id is not checked here, because the service answers `not_found` for a malformed id.
  id: {
    schema: {
      type: 'string',
      description: 'The id of the document.',
    },
    rule: string,
  },
  // `toolArguments` checks the form of this key before all other arguments, as HTTP does.
  idempotencyKey: {
    schema: {
      type: 'string',
      maxLength: 255,
      description:
        'A new UUID for each write; the same again to repeat one after a lost answer or a refusal.',
    },
    rule: string,
  },
  waitSeconds: {
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait at most for a release to end.',
    },
    rule: integerRule(0, MAX_WAIT_SECONDS),
    otherwise: 0,
  },
  includeContent: {
    schema: {
      type: 'boolean',
      default: true,
      description: 'Whether the answer holds the Markdown.',
    },
    rule: boolean,
    otherwise: true,
  },
};

export interface ToolArguments {
  readonly own: OwnArguments;
  readonly input: object;
}

/**
 * Returns the arguments of a call as an object. A client can also send the arguments as JSON in a string. If the client
 * sends `null` or no value, there are no arguments.
 * @throws Problem `invalid_request` if the arguments are no object, as HTTP does for a body
 */
export function argumentsOf(sent: unknown): JsonObject {
  const args = typeof sent === 'string' ? parsedAs(isObject, sent) : (sent ?? {});
  if (!isObject(args)) throw invalidRequest([{ field: 'arguments', message: 'must be an object' }]);
  return args;
}

/**
 * Checks the arguments of a call in the order in which HTTP checks idempotency key, query and body (contract 5). A
 * fault has the error code of a bad query if the tool reads, and the error code of a bad body if the tool writes.
 * @param sent the result of `argumentsOf`
 * @throws Problem `idempotency_key_required`, `idempotency_key_invalid`, `invalid_request`, `validation_failed`
 */
export async function toolArguments(
  tool: Tool,
  { inputSchema }: ListedTool,
  sent: JsonObject,
  config: Config,
): Promise<ToolArguments> {
  const args = coerced(inputSchema, sent);
  if (tool.own.includes('idempotencyKey')) idempotencyKey(args.idempotencyKey);
  const own = tool.own.map((name): [OwnArgument, unknown] => [name, valueOf(name, args)]);
  const rest = Object.entries(args).filter(([name]) => !tool.own.includes(name as OwnArgument));
  const result = await validated(tool.input, Object.fromEntries(rest), config);
  const faults = [...own.flatMap(faultOf), ...('faults' in result ? result.faults : [])];
  if ('value' in result && faults.length === 0) {
    return { own: Object.fromEntries(own) as unknown as OwnArguments, input: result.value };
  }
  throw refused(tool, faults);
}

const refused = ({ scope }: Tool, faults: readonly Fault[]): Problem =>
  scope === 'read' ? invalidRequest(faults) : validationFailed(faults);

const valueOf = (name: OwnArgument, args: JsonObject): unknown =>
  args[name] === undefined ? OWN_ARGUMENTS[name].otherwise : args[name];

function faultOf([field, value]: [OwnArgument, unknown]): Fault[] {
  const message = value === undefined ? 'is required' : OWN_ARGUMENTS[field].rule(value);
  return message === undefined ? [] : [{ field, message }];
}

/** Other names under which models send an id. */
const ID_ALIASES = ['publicationId', 'publication_id'];

/** Corrects common mistakes (contract 8): JSON in a string, `null` for an optional argument, another name for `id`. */
function coerced(schema: ObjectSchema, sent: JsonObject): JsonObject {
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

/**
 * Looks up a property. Only own members of `properties` count, because a client can send a name such as `constructor`.
 */
const propertyOf = ({ properties }: ObjectSchema, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

const mayBe = (schema: ObjectSchema, name: string): boolean =>
  propertyOf(schema, name) !== undefined && !schema.required?.includes(name);

/**
 * Whether `name` is an accepted alias of `id`. The tool must have an argument `id`, and the client must not have sent
 * the id under another name, too.
 */
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

/**
 * Parses JSON. Returns `text` unchanged if it is not JSON, exceeds the bounds, has another type, or has a member name
 * twice in one object.
 */
function parsedAs(fits: (parsed: unknown) => boolean, text: string): unknown {
  const bounds = new JsonBounds();
  if (!bounds.admits(Buffer.from(text))) return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return fits(parsed) && membersOf(parsed) === bounds.members ? parsed : text;
  } catch {
    return text;
  }
}
