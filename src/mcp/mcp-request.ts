import type { Principal } from '../keys/actor.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import type { CallResult } from './results.js';

export interface McpRequest extends ServiceRequest {
  /** Principal of the key; tool calls are refused if its account is suspended. */
  principal: Principal;
}

export interface McpRequestContext {
  readonly instructions: string;
  /** Calls a tool with arguments as `forSdk` wraps them. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<CallResult>;
}

export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
