import { argumentsSchema } from './dto-schema.js';
import { OWN_ARGUMENTS } from './tool-arguments.js';
import type { ListedTool, Tool } from './tool.js';
import { createPublication } from './tools/create-publication.tool.js';
import { getAccountUsage } from './tools/get-account-usage.tool.js';
import { getPublication } from './tools/get-publication.tool.js';
import { listPublications } from './tools/list-publications.tool.js';
import { publishPublication } from './tools/publish-publication.tool.js';
import { updatePublication } from './tools/update-publication.tool.js';

/** A tool, and what is told of it. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly listed: ListedTool;
}

/** All tools, in the order in which they are listed; every key sees all of them (CONTRACT 8). */
export const TOOLS: readonly OfferedTool[] = [
  getAccountUsage,
  listPublications,
  getPublication,
  createPublication,
  updatePublication,
  publishPublication,
].map((tool) => ({ tool, listed: listedTool(tool) }));

/** What clients are told of a tool: its arguments are its own and those of the DTO (CONTRACT 8). */
function listedTool(tool: Tool): ListedTool {
  const { name, title, description, annotations, own, input, output } = tool;
  const { properties, required = [] } = argumentsSchema(input);
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

const BY_NAME = new Map(TOOLS.map((offered) => [offered.tool.name, offered]));

/** @throws UnknownTool */
export function toolNamed(name: string): OfferedTool {
  const offered = BY_NAME.get(name);
  if (!offered) throw new UnknownTool();
  return offered;
}

/** Both SDKs answer the JSON-RPC error that `code` names. The name that was sent is not repeated. */
class UnknownTool extends Error {
  override readonly name = 'UnknownTool';
  /** Invalid params (MCP, "Tools": error handling). */
  readonly code = -32602;

  constructor() {
    super(`Unknown tool. The tools are: ${[...BY_NAME.keys()].join(', ')}.`);
  }
}
