import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Batcher } from '../../../src/platform/concurrency/batcher.js';

/**
 * Returns a batcher of numbers. The key of a number is its last digit. `done` lists all batches for which a flush
 * began. Each flush waits for `gate`, and fails if the batch contains 3.
 */
function batchesOf(most: number, gate: () => Promise<unknown> = () => Promise.resolve()) {
  const done: number[][] = [];
  const batches = new Batcher<number, string>({
    maxSize: most,
    keyOf: (item) => String(item % 10),
    async flush(items) {
      done.push([...items]);
      await gate();
      if (items.includes(3)) throw new Error('three');
      return items.map(String);
    },
  });
  return { batches, done };
}

describe('batches', () => {
  it('process concurrent items together, up to the maximum size, and return the result of each item', async () => {
    const { batches, done } = batchesOf(2);
    expect(await Promise.all([1, 2, 4].map((item) => batches.run(item)))).toEqual(['1', '2', '4']);
    expect(done).toEqual([[1, 2], [4]]);
  });

  it('contain the items that wait when the batch starts; later items are in the next batch', async () => {
    const opened: (() => void)[] = [];
    const { batches, done } = batchesOf(9, () => new Promise<void>((open) => opened.push(open)));
    const runs = [batches.run(1)];
    await turn();
    runs.push(batches.run(2), batches.run(4));
    await turn();
    expect(done).toEqual([[1]]);
    opened.shift()!();
    await turn();
    expect(done).toEqual([[1], [2, 4]]);
    opened.shift()!();
    expect(await Promise.all(runs)).toEqual(['1', '2', '4']);
  });

  it('never contain two items with the same key', async () => {
    const { batches, done } = batchesOf(9);
    await Promise.all([1, 11, 2, 21].map((item) => batches.run(item)));
    expect(done).toEqual([[1, 2], [11], [21]]);
  });

  it('reject only the item that fails, and continue', async () => {
    const { batches, done } = batchesOf(9);
    const results = await Promise.allSettled([1, 3, 4].map((item) => batches.run(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done).toEqual([[1, 3, 4], [1], [3], [4]]);
    await expect(batches.run(3)).rejects.toThrow('three');
    expect(await batches.run(5)).toBe('5');
  });
});
