import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../../src/operator/arguments.js';

describe('a duration', () => {
  it.each([
    ['30s', 30],
    ['15m', 900],
    ['24h', 86_400],
    ['90d', 7_776_000],
    ['0s', 0],
    ['36500d', 3_153_600_000],
  ])('%s is %i seconds [10.keys-issue-expires]', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each([
    '',
    '90',
    'd',
    '90 d',
    '-1d',
    '1.5h',
    '1w',
    '1D',
    '1h30m',
    '36501d',
    '99999999999s',
    '٣d',
  ])('%j is invalid [10.keys-issue-expires]', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
