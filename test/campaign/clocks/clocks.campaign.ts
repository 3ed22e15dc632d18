import { expect, inject, it } from 'vitest';
import { Random } from '../random.js';
import { playClocks } from './clocks-round.js';
import { openTwoClocks } from './two-clocks.js';

it('two processes whose clocks are an hour apart keep every decision and every erasure', async () => {
  const { rounds, seed } = inject('plan');
  const random = new Random(seed);
  const pair = await openTwoClocks();
  const violations: string[] = [];
  let [decisions, erasures] = [0, 0];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const result = await playClocks(pair, random.fork(`clocks ${round}`));
      for (const one of result.violations) process.stdout.write(`clocks ${round}: ${one}\n`);
      violations.push(...result.violations);
      decisions += result.decisions;
      erasures += result.erasures;
    }
  } finally {
    await pair.close();
  }
  const counts = `${decisions} decisions, ${erasures} erasures`;
  process.stdout.write(`clocks: ${rounds} rounds, ${counts}, ${violations.length} violations\n`);
  expect(violations).toEqual([]);
}, 0);
