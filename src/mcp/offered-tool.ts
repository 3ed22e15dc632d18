import { InvalidParams } from './json-rpc.js';
import { argumentsSchema } from './schemas.js';
import { OWN_ARGUMENTS } from './tool-arguments.js';
import type { ListedTool, ToolShape } from './tool.js';

/** A tool, and its entry in `tools/list`. */
export interface OfferedTool<Shape extends ToolShape = ToolShape> {
  readonly tool: Shape;
  readonly listed: ListedTool;
}

/** Makes the entry of a tool in `tools/list`. The input schema has the arguments `own` and the members of the DTO. */
export function offered<Shape extends ToolShape>(tool: Shape): OfferedTool<Shape> {
  const { name, title, description, annotations, own, input, output } = tool;
  const schemas = own.map((argument) => [argument, OWN_ARGUMENTS[argument].schema] as const);
  const listed: ListedTool = {
    name,
    title,
    description,
    inputSchema: argumentsSchema(input, Object.fromEntries(schemas), tool.hidden),
    outputSchema: { type: 'object', properties: output },
    annotations,
  };
  return { tool, listed };
}

/** Finds a tool. @throws Error with a JSON-RPC code if there is no such tool (MCP, "Tools": error handling) */
export function toolNamed<Shape extends ToolShape>(
  tools: readonly OfferedTool<Shape>[],
  name: string,
): OfferedTool<Shape> {
  const found = tools.find(({ tool }) => tool.name === name);
  if (found) return found;
  // The message does not repeat the name that was sent.
  throw new InvalidParams(
    `Unknown tool. The tools are: ${tools.map(({ tool }) => tool.name).join(', ')}.`,
  );
}
