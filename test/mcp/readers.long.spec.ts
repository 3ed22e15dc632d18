import { afterAll, expect, it } from 'vitest';
import { openDesk } from '../setup/desk.js';
import { walk } from './readers-walk.js';

const desk = await openDesk({ RATE_LIMIT_PER_MINUTE: '0' });
afterAll(() => desk.close());

it('[8.readers-only-released] a walk of 10,000 calls beside writers meets nothing unreleased', async () => {
  const { leaks, answers } = await walk(desk, 10_000);
  expect(leaks).toEqual([]);
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(500);
}, 900_000);
