import { afterAll, describe, expect, it } from 'vitest';
import { openDesk } from '../../setup/desk.js';
import { flood } from './flood.js';

const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
afterAll(() => desk.close());

describe('valid and invalid requests, generated from the OpenAPI document and the tools,', () => {
  it('[5.quota-free-of-charge] are all answered, none with a server error, and only accepted writes are recorded and use units', async () => {
    const { requests, accepted, refused } = await flood(desk, 1_500, 1);
    expect(requests).toBe(1_500);
    expect(accepted).toBeGreaterThan(10);
    expect(refused).toBeGreaterThan(500);
  }, 600_000);
});
