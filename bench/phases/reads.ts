import type { Request } from '../load.js';
import { Requests } from '../requests.js';
import type { Target } from '../stage.js';
import { CALLERS, type Phase } from './phase.js';
import { stockIds } from './stock.js';

const ERAS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;

/** Makes a phase in which every caller reads random publications of the stock. */
function reading(
  name: string,
  request: (requests: Requests, id: string, target: Target) => Request,
): Phase {
  return {
    name,
    server: 'service',
    callers: CALLERS,
    async begin({ target, connections }) {
      const requests = new Requests(target);
      const ids = stockIds();
      return connections.map(({ finish }) => async () => {
        await finish(request(requests, ids.next().value, target));
        return true;
      });
    },
  };
}

/** Makes the request with which a client of an MCP era calls the tool `get_publication`. */
export function readByTool(requests: Requests, era: keyof typeof ERAS, id: string): Request {
  const version = ERAS[era];
  const headers = {
    'mcp-protocol-version': version,
    ...(era === 'modern' ? { 'mcp-method': 'tools/call', 'mcp-name': 'get_publication' } : {}),
  };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = { name: 'get_publication', arguments: { id } };
  const params = era === 'modern' ? { ...call, _meta: meta } : call;
  return requests.rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
}

/** Makes a phase of tool calls. The floor has no tools, so the floor answers a plain read. */
function toolCall(era: keyof typeof ERAS): Phase {
  return reading(`MCP tools/call, ${ERAS[era]}`, (requests, id, target) =>
    target.name === 'floor' ? requests.read(id) : readByTool(requests, era, id),
  );
}

export const read: Phase = {
  ...reading('read one', (requests, id) => requests.read(id)),
  nest: true,
};
export const list: Phase = {
  ...reading('list, 20 per page', (requests) => requests.list()),
  nest: true,
};
export const legacyToolCall = toolCall('legacy');
export const modernToolCall = toolCall('modern');
