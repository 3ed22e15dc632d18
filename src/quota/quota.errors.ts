import { Problem } from '../platform/problems/problem.js';

import { type Quota, rateLimitFields } from './usage.js';

/** The write would have been accepted, but the day's units are used up (contract 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    details: { quota: usage },
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
