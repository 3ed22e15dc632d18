/** Whether a page of this origin may call the MCP door (CONTRACT 8): our own, loopback, or a listed one. */
export function isAllowedOrigin(origin: string, listed: readonly string[]): boolean {
  return listed.includes(origin) || isLoopback(origin);
}

// A page that had its name rebound to us still sends that name: only what runs here is loopback.
const isLoopback = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/.test(origin);
