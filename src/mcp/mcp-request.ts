import type { Principal } from '../keys/principal.js';
import type { ServiceRequest } from '../platform/http/service-request.js';

/** A request to the MCP door that the guard has let through. */
export interface McpRequest extends ServiceRequest {
  /** Whose key it came with; perhaps one of a suspended account, whose tool calls are refused. */
  principal: Principal;
}
