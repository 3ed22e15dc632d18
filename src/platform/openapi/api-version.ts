/** The version of what the interfaces promise, in the OpenAPI document and in MCP's server info. */
export const API_VERSION = '1.0.0';
