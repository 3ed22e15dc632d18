import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../../setup/desk.js';
import { flood } from './flood.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => desk.close());

describe('requests made up from the OpenAPI document and the tools, in their form and out of it', () => {
  it('[5.quota-free-of-charge] are all answered, none by a fault of ours, and only accepted writes change anything', async () => {
    const { requests, accepted, refused } = await flood(desk, 1_500, 1);
    expect(requests).toBe(1_500);
    expect(accepted).toBeGreaterThan(10);
    expect(refused).toBeGreaterThan(500);
  }, 600_000);
});
