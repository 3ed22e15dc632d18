import { describe, expect, it } from 'vitest';
import { BlockSamples } from '../../../src/search/own-search.service.js';

describe('samples of the last full block of accounts', () => {
  it('are kept for each account by itself, until another block is the last', () => {
    const samples = new BlockSamples();
    samples.of('one', '~1').set('word', 7);
    samples.of('other', '~1').set('word', 9);
    expect(samples.of('one', '~1').get('word')).toBe(7);
    expect(samples.of('one', '~2').size).toBe(0);
    expect(samples.of('other', '~1').get('word')).toBe(9);
  });

  it('are kept of the hundred accounts that asked last, of a thousand words each', () => {
    const samples = new BlockSamples();
    for (let account = 0; account < 100; account += 1)
      samples.of(`${account}`, '~1').set('word', account);
    samples.of('0', '~1');
    samples.of('new', '~1');
    expect([samples.of('0', '~1').size, samples.of('1', '~1').size]).toEqual([1, 0]);
    const held = samples.of('0', '~1');
    for (let word = 0; word < 1_000; word += 1) held.set(`word${word}`, 1);
    expect(samples.of('0', '~1').size).toBe(0);
  });
});
