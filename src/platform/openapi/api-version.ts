/** The version of the interfaces, as the OpenAPI document and MCP's server info name it. */
export const API_VERSION = '1.0.0';
