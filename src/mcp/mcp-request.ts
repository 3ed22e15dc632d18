import type { Principal } from '../keys/actor.js';
import type { Problem } from '../platform/problems/problem.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import { API_VERSION } from '../platform/openapi/api-version.js';
import type { CallResult } from './results.js';

export interface McpRequest extends ServiceRequest {
  /** The principal. If its account is suspended, each tool call is refused. */
  principal: Principal;
  /** Set if the key ended during a tool call. The whole request is then answered 401, as by the guard. */
  ended?: Problem;
}

export interface McpRequestContext {
  readonly instructions: string;
  /** Calls a tool. `handed` is the object that `forSdk` made. This object contains the client's arguments. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<CallResult>;
}

export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
