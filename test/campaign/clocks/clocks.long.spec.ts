import { expect, it } from 'vitest';
import { Random } from '../random.js';
import { playClocks } from './clocks-round.js';
import { openTwoClocks } from './two-clocks.js';

it('[2.approved-via] [13.form-once] [15.erase-everywhere] two processes whose clocks are an hour apart keep every decision and every erasure', async () => {
  const pair = await openTwoClocks();
  try {
    for (const seed of [1, 2]) {
      const { violations, decisions, erasures } = await playClocks(pair, new Random(seed));
      expect(violations).toEqual([]);
      expect(decisions).toBeGreaterThan(5);
      expect(erasures).toBeGreaterThan(0);
    }
  } finally {
    await pair.close();
  }
}, 300_000);
