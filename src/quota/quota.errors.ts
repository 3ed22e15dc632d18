import { Problem } from '../platform/problems/problem.js';

import { type Quota, rateLimitFields } from './usage.js';

/** The write would be accepted, but the daily quota has no unit left (contract 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    details: { quota: usage },
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
