import { describe, expect, it } from 'vitest';
import { dailyLimitExceeded } from '../../../src/quota/quota.errors.js';
import { rateLimitFields } from '../../../src/quota/usage.js';
import type { Quota } from '../../../src/quota/usage.js';

const quota: Quota = {
  usage: {
    accountId: '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6',
    plan: 'free',
    dailyWriteLimit: 100,
    used: 3,
    remaining: 97,
    resetsAt: '2026-11-22T00:00:00.000Z',
    upgradeRequired: false,
  },
  secondsToReset: 12_345,
};

describe('the quota as header fields', () => {
  it('names the policy, what remains and when it begins anew, in seconds', () => {
    expect(rateLimitFields(quota)).toEqual({
      'RateLimit-Policy': '"daily";q=100;w=86400',
      RateLimit: '"daily";r=97;t=12345',
    });
  });
});

describe('the refusal of a day that is used up', () => {
  const usage = { ...quota.usage, used: 100, remaining: 0, upgradeRequired: true };
  const problem = dailyLimitExceeded({ ...quota, usage });

  it('carries the usage, as reading it would give it', () => {
    expect(problem).toMatchObject({ code: 'daily_limit_exceeded' });
    expect(problem.occasion.details).toEqual({ quota: usage });
  });

  it('says by the same clock when to come back', () => {
    expect(problem.occasion.retryAfter).toBe(12_345);
    expect(problem.nextStep('http')).toContain(usage.resetsAt);
    expect(problem.nextStep('mcp')).toContain(usage.resetsAt);
  });

  it('carries the quota as header fields too', () => {
    expect(problem.occasion.headers).toEqual(rateLimitFields({ ...quota, usage }));
  });
});
