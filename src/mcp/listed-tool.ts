import { dtoSchema } from './dto-schema.js';
import { OWN_ARGUMENTS } from './own-arguments.js';
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
