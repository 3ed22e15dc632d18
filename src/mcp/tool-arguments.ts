import type { Config } from '../platform/config/config.js';
import type { Problem } from '../platform/errors/problem.js';
import type { Fault } from '../platform/validation/fault.js';
import { bounded } from '../platform/validation/shape.js';
import { validated } from '../platform/validation/validated.js';
import { invalidRequest, validationFailed } from '../platform/validation/validation.errors.js';
import { idempotencyKey } from '../writes/idempotency-key.js';
import { coerced, parsedAs } from './coerced.js';
import { isObject } from './json-object.js';
import { OWN_ARGUMENTS, type OwnArgument, type OwnArguments } from './own-arguments.js';
import type { ListedTool, Tool } from './tool.js';

/** Arguments after their checks: the tool's own, and the DTO. */
export interface ToolArguments {
  readonly own: OwnArguments;
  readonly input: object;
}

/**
 * Checks the arguments of a call as HTTP checks key, query and body, in the same order (CONTRACT 5).
 * A fault has the code that it has there: of a read that of a query, of a write that of a body.
 * @throws Problem `idempotency_key_required`, `idempotency_key_invalid`, `invalid_request`,
 *   `validation_failed`
 */
export function toolArguments(
  tool: Tool,
  { inputSchema }: ListedTool,
  sent: unknown,
  config: Config,
): ToolArguments {
  const args = coerced(inputSchema, objectOf(tool, sent));
  if (tool.own.includes('idempotencyKey')) idempotencyKey(args.idempotencyKey);
  const own = tool.own.map((name): [OwnArgument, unknown] => [name, valueOf(name, args)]);
  const rest = Object.entries(args).filter(([name]) => !tool.own.includes(name as OwnArgument));
  const result = validated(tool.input, Object.fromEntries(rest), config);
  const faults = [...own.flatMap(faultOf), ...('faults' in result ? result.faults : [])];
  if ('value' in result && faults.length === 0) {
    return { own: Object.fromEntries(own) as unknown as OwnArguments, input: result.value };
  }
  throw refused(tool, faults);
}

const refused = ({ scope }: Tool, faults: readonly Fault[]): Problem =>
  scope === 'read' ? invalidRequest(faults) : validationFailed(faults);

/** All arguments together are forgiven what each of them is: absence as `null`, an object as a string. */
function objectOf(tool: Tool, sent: unknown): Readonly<Record<string, unknown>> {
  const args = typeof sent === 'string' ? parsedAs(isObject, sent) : (sent ?? {});
  if (!isObject(args)) throw refused(tool, [{ field: 'arguments', message: 'must be an object' }]);
  return bounded(args) as Readonly<Record<string, unknown>>;
}

const valueOf = (name: OwnArgument, args: Readonly<Record<string, unknown>>): unknown =>
  args[name] === undefined ? OWN_ARGUMENTS[name].otherwise : args[name];

function faultOf([field, value]: [OwnArgument, unknown]): Fault[] {
  const message = value === undefined ? 'is required' : OWN_ARGUMENTS[field].rule(value);
  return message === undefined ? [] : [{ field, message }];
}
