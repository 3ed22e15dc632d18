import { API_VERSION } from '../platform/openapi/api-version.js';
import type { ToolResult } from './tool-result.js';

/** What a server of either era offers for one request; no SDK knows more of this service. */
export interface Offer {
  /** How to use the service, for the key of the request. */
  readonly instructions: string;
  /** Calls a tool with what `forSdk` has made of its arguments. */
  readonly call: (name: string, handed: Record<string, unknown> | undefined) => Promise<ToolResult>;
}

/** How the service names itself to clients. */
export const SERVER_INFO = { name: 'imprimatur', title: 'Imprimatur', version: API_VERSION };
