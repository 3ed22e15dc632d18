import type { Quota } from './usage.js';

/** The quota as the IETF's `RateLimit` header fields (CONTRACT 4, draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitFields({ usage, secondsToReset }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"daily";q=${usage.dailyWriteLimit};w=86400`,
    RateLimit: `"daily";r=${usage.remaining};t=${secondsToReset}`,
  };
}
