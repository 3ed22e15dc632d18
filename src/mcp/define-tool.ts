import { InvalidParams } from './json-rpc.js';
import { argumentsSchema } from './schemas.js';
import { OWN_ARGUMENTS } from './tool-arguments.js';
import type { ListedTool, OwnArgument, Tool, ToolShape } from './tool.js';

/**
 * Completes a tool by its entry in `tools/list`. The type of this function makes the compiler check the arguments of
 * `run` against `own` and `input`.
 */
export function defineTool<Own extends OwnArgument, Input extends object>(
  definition: Omit<Tool<Own, Input>, 'listed'>,
): Tool {
  const tool: Tool<Own, Input> = { ...definition, listed: listingOf(definition) };
  return tool;
}

/** Makes the entry of a tool in `tools/list`. The input schema has the arguments `own` and the members of the DTO. */
export function listingOf({
  name,
  title,
  description,
  annotations,
  own,
  input,
  hidden,
  output,
}: Omit<ToolShape, 'listed'>): ListedTool {
  const schemas = own.map((argument) => [argument, OWN_ARGUMENTS[argument].schema] as const);
  return {
    name,
    title,
    description,
    inputSchema: argumentsSchema(input, Object.fromEntries(schemas), hidden),
    outputSchema: { type: 'object', properties: output },
    annotations,
  };
}

/** Finds a tool. @throws Error with a JSON-RPC code if there is no such tool (MCP, "Tools": error handling) */
export function toolNamed<Shape extends ToolShape>(tools: readonly Shape[], wanted: string): Shape {
  const found = tools.find(({ name }) => name === wanted);
  if (found) return found;
  // The message does not repeat the name that was sent.
  throw new InvalidParams(
    `Unknown tool. The tools are: ${tools.map(({ name }) => name).join(', ')}.`,
  );
}
