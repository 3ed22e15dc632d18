import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  CancelledNotificationSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { type McpRequestContext, SERVER_INFO } from './mcp-request.js';
import type { ToolResult } from './results.js';
import { LISTED_TOOLS } from './tools.js';

/**
 * One validator for all servers. If each server created its own validator, the creation would take most of the time of
 * a call.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Answers a request of the protocol versions 2024-11-05 to 2025-11-25. Clients of these versions begin with
 * `initialize`.
 */
export async function answerLegacy(
  request: Request,
  parsedBody: unknown,
  { instructions, call }: McpRequestContext,
): Promise<Response> {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions,
    jsonSchemaValidator,
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: LISTED_TOOLS }));
  // The result is never a question, because hosts of these versions cannot ask the person (contract 8).
  server.setRequestHandler(
    CallToolRequestSchema,
    ({ params }) => call(params.name, params.arguments) as Promise<ToolResult>,
  );
  // Cancellations are ignored. If a batch cancelled one of its own requests, the whole batch would get no answer.
  server.setNotificationHandler(CancelledNotificationSchema, () => undefined);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody });
    return Array.isArray(parsedBody) ? await asBatch(response) : response;
  } finally {
    await server.close();
  }
}

/**
 * Puts the answer to a batch of one request into an array, as JSON-RPC 2.0, section 6, requires. The SDK does not do
 * this.
 */
async function asBatch(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  return new Response(text.startsWith('[') ? text : `[${text}]`, response);
}
