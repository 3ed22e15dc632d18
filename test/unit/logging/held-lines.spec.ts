import { expect, it } from 'vitest';
import { HeldLines } from '../../../src/platform/logging/log.js';

it('holds log lines back until they are released, then writes them in order', () => {
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
