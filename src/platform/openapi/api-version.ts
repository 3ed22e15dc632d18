/** The version of both interfaces, which the OpenAPI document and MCP's server info state. */
export const API_VERSION = '1.0.0';
