import type { Principal } from '../keys/actor.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import type { CallResult } from './results.js';

export interface McpRequest extends ServiceRequest {
  /** The principal of the key; its account may be suspended, and then tool calls are refused. */
  principal: Principal;
}

/** The context that an SDK server gets for one request. */
export interface McpRequestContext {
  readonly instructions: string;
  /** Calls a tool with what `forSdk` has made of its arguments. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<CallResult>;
}

export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
