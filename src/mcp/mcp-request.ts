import type { Principal } from '../keys/actor.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import type { CallResult } from './results.js';

/** A request to the MCP interface that the guard has let through. */
export interface McpRequest extends ServiceRequest {
  /** Whose key it came with; perhaps one of a suspended account, whose tool calls are refused. */
  principal: Principal;
}

/** All that the server of an SDK knows of the service while it answers one request. */
export interface McpRequestContext {
  /** How to use the service, for the key of the request. */
  readonly instructions: string;
  /** Calls a tool with what `forSdk` has made of its arguments. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<CallResult>;
}

/** How the service names itself to clients. */
export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
