import type { Config } from '../platform/config/config.js';
import type { Problem } from '../platform/problems/problem.js';
import { parseJson } from '../platform/http/json-bounds.js';
import { MAX_WAIT_SECONDS } from '../platform/http/prefer-wait.js';
import { type Fault, invalidRequest, validationFailed } from '../platform/validation/fault.js';
import { booleanRule, integerRule, type Rule, stringRule } from '../platform/validation/rule.js';
import { validated } from '../platform/validation/validated.js';
import { idempotencyKey } from '../writes/idempotency-key.js';
import { isObject } from '../platform/validation/shape.js';
import type { JsonObject } from './json-rpc.js';
import type { JsonSchema, ObjectSchema } from './schemas.js';
import type { OwnArgument, OwnArguments, ToolShape } from './tool.js';

interface Definition {
  /** An argument without `default` is required. */
  readonly schema: JsonSchema;
  readonly rule: Rule;
}

export const OWN_ARGUMENTS: Readonly<Record<OwnArgument, Definition>> = {
  // The form of an id is not checked here, because the service answers `not_found` for a malformed id.
  id: { schema: { type: 'string', description: 'Id of the document.' }, rule: stringRule },
  // `toolArguments` checks the form of this key before all other arguments, as HTTP does.
  idempotencyKey: {
    schema: {
      type: 'string',
      description: 'A new UUID for each write; the same one to repeat that write.',
    },
    rule: stringRule,
  },
  waitSeconds: {
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Longest wait for a release to end, in seconds.',
    },
    rule: integerRule(0, MAX_WAIT_SECONDS),
  },
  includeContent: {
    schema: {
      type: 'boolean',
      default: true,
      description: 'Whether the answer contains the Markdown.',
    },
    rule: booleanRule,
  },
};

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
  tool: ToolShape,
  sent: JsonObject,
  config: Config,
): Promise<{ readonly own: OwnArguments; readonly input: object }> {
  const args = coerced(tool.listed.inputSchema, sent);
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

const refused = ({ annotations }: ToolShape, faults: readonly Fault[]): Problem =>
  annotations.readOnlyHint ? invalidRequest(faults) : validationFailed(faults);

const valueOf = (name: OwnArgument, args: JsonObject): unknown =>
  args[name] === undefined ? OWN_ARGUMENTS[name].schema.default : args[name];

function faultOf([field, value]: [OwnArgument, unknown]): Fault[] {
  const message = value === undefined ? 'is required' : OWN_ARGUMENTS[field].rule(value);
  return message === undefined ? [] : [{ field, message }];
}

/** Other names under which models send an id. */
const ID_ALIASES = ['publicationId', 'publication_id'];

/** Corrects common mistakes (contract 8): JSON in a string, `null` for an optional argument, another name for `id`. */
function coerced({ properties, required = [] }: ObjectSchema, sent: JsonObject): JsonObject {
  // A client can send a name that objects inherit, such as `constructor`.
  const isKnown = (name: string): boolean => Object.hasOwn(properties, name);
  const ids = ['id', ...ID_ALIASES].filter((name) => Object.hasOwn(sent, name));
  const isAlias = (name: string): boolean =>
    ids.length === 1 && ID_ALIASES.includes(name) && isKnown('id');
  return Object.fromEntries(
    Object.entries(sent)
      .filter(([name, value]) => value !== null || !isKnown(name) || required.includes(name))
      .map(([sentName, value]) => {
        const name = isAlias(sentName) ? 'id' : sentName;
        return [name, isKnown(name) ? unquoted(properties[name]!, value) : value];
      }),
  );
}

function unquoted({ type }: JsonSchema, value: unknown): unknown {
  if (type === 'array') {
    const list = typeof value === 'string' ? parsedAs(Array.isArray, value) : value;
    return Array.isArray(list) ? list.map(withoutNull) : list;
  }
  if (typeof value !== 'string') return value;
  if (type === 'object') return parsedAs(isObject, value);
  return type === 'integer' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
}

/** An edit has optional arguments, too. */
const withoutNull = (item: unknown): unknown =>
  isObject(item)
    ? Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
    : item;

/**
 * Parses JSON. Returns `text` unchanged if it is not JSON, exceeds the bounds, has another type, or has a member name
 * twice in one object.
 */
function parsedAs(fits: (parsed: unknown) => boolean, text: string): unknown {
  try {
    const parsed = parseJson(text);
    return fits(parsed) ? parsed : text;
  } catch {
    return text;
  }
}
