import { describe, expect, it } from 'vitest';
import { barChart } from '../../../src/operator/answer.js';

describe('a bar chart', () => {
  it('scales to the longest bar, and shows whatever is more than nothing', () => {
    const chart = barChart([
      { label: 'a', value: 0 },
      { label: 'bb', value: 1 },
      { label: 'c', value: 1_000 },
    ]);
    expect(chart.split('\n')).toEqual(['a  0', 'bb █ 1', `c  ${'█'.repeat(50)} 1000`]);
  });

  it('is nothing but labels and zeros where all is 0', () => {
    expect(barChart([{ label: 'a', value: 0 }])).toBe('a 0');
  });
});
