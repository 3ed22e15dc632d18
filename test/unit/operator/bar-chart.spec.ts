import { describe, expect, it } from 'vitest';
import { barChart } from '../../../src/operator/answer.js';

describe('a bar chart', () => {
  it('gives the largest value 50 blocks, and every other value above 0 at least one block', () => {
    const chart = barChart([
      { label: 'a', value: 0 },
      { label: 'bb', value: 1 },
      { label: 'c', value: 1_000 },
    ]);
    expect(chart.split('\n')).toEqual(['a  0', 'bb █ 1', `c  ${'█'.repeat(50)} 1000`]);
  });

  it('has only labels and zeros if all values are 0', () => {
    expect(barChart([{ label: 'a', value: 0 }])).toBe('a 0');
  });
});
