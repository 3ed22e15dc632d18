import { Problem } from '../platform/errors/problem.js';

import { type Quota, rateLimitFields } from './usage.js';

/** The write would have been accepted, but the day's units are used up (contract 5). */
export function dailyLimitExceeded(quota: Quota): Problem {
  const { usage, secondsToReset } = quota;
  return new Problem('daily_limit_exceeded', {
    detail: `The daily limit of ${usage.dailyWriteLimit} accepted writes is used up; this write was not carried out.`,
    details: { quota: usage },
    nextStep: {
      http: `Wait until ${usage.resetsAt}, then send the same request with the same idempotency key; reading still works. An operator can raise the limit.`,
      mcp: `Do not retry before ${usage.resetsAt}: tell the user, who may ask the operator to raise the limit. Then call the same tool with the same arguments and idempotencyKey. Reading still works.`,
    },
    retryAfter: secondsToReset,
    headers: rateLimitFields(quota),
  });
}
