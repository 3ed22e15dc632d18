import { expect, it } from 'vitest';
import { HeldLines } from '../../../src/platform/logging/log.js';

it('log lines are held back until they are released, and then written in order', () => {
  const written: string[] = [];
  const lines = new HeldLines({ write: (line) => void written.push(line) });
  lines.write('one');
  lines.write('two');
  expect(written).toEqual([]);
  lines.release();
  lines.write('three');
  lines.release();
  expect(written).toEqual(['one', 'two', 'three']);
});
