import type { Principal } from '../keys/actor.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import type { CallResult } from './results.js';

export interface McpRequest extends ServiceRequest {
  /** The principal, whose account may be suspended: then each tool call is refused. */
  principal: Principal;
}

export interface McpRequestContext {
  readonly instructions: string;
  /** Calls a tool. `handed` are its arguments in the object in which `forSdk` put them. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<CallResult>;
}

export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
