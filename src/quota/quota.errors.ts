import { Problem } from '../platform/errors/problem.js';
import { rateLimitFields } from './rate-limit-fields.js';
import type { Quota } from './usage.js';

/** The write would have been accepted, but the day's units are used up (CONTRACT 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    detail: `The daily limit of ${usage.dailyWriteLimit} accepted writes is used up; this write was not carried out.`,
    details: { quota: usage },
    nextStep:
      `Wait until ${usage.resetsAt}, then send the same request with the same idempotency key; ` +
      'reading still works. An operator can raise the limit.',
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
