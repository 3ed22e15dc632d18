import { createMcpHandler, isLegacyRequest, Server } from '@modelcontextprotocol/server';
import { type McpRequestContext, SERVER_INFO } from './mcp-request.js';
import { LISTED_TOOLS } from './tools.js';

const cacheHints = {
  // Must not be cached, because the answer contains instructions that depend on the key.
  'server/discover': { ttlMs: 0, cacheScope: 'private' },
  // The tools change only with a new version of the service, and are the same for every key.
  'tools/list': { ttlMs: 300_000, cacheScope: 'public' },
} as const;

/** Whether the protocol version of the request is 2026-07-28 or later. */
export const isModern = async (request: Request, parsedBody: unknown): Promise<boolean> =>
  !(await isLegacyRequest(request, parsedBody));

/** Answers a request of protocol version 2026-07-28. Refuses later versions. */
export function answerModern(
  request: Request,
  parsedBody: unknown,
  { instructions, call }: McpRequestContext,
): Promise<Response> {
  const server = (): Server => {
    const made = new Server(SERVER_INFO, { capabilities: { tools: {} }, instructions, cacheHints });
    made.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }));
    made.setRequestHandler('tools/call', ({ params }) => call(params.name, params.arguments));
    return made;
  };
  // The tools never change while the server runs, so there is nothing to subscribe to.
  const handler = createMcpHandler(server, { legacy: 'reject', maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody });
}
