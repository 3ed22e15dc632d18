import { Problem } from '../platform/problems/problem.js';

import { type Quota, rateLimitFields } from './usage.js';

/** No unit of the day is left for a write that nothing else prevents (contract 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    details: { quota: usage },
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
