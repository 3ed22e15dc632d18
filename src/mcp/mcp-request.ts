import type { Principal } from '../keys/actor.js';
import type { ServiceRequest } from '../platform/http/service-request.js';
import type { Problem } from '../platform/problems/problem.js';

/** A request that contains MCP messages. */
export interface MessageRequest extends ServiceRequest {
  /** Set if the key ended during a tool call. The whole request is then answered 401, as by the guard. */
  ended?: Problem;
}

export interface McpRequest extends MessageRequest {
  /** The principal. If its account is suspended, each tool call is refused. */
  principal: Principal;
}
