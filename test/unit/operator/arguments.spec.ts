import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  accountIdArgument,
  daysArgument,
  graceArgument,
  keyIdArgument,
  lifetimeArgument,
  limitArgument,
  nameArgument,
  scopesArgument,
  sinceArgument,
} from '../../../src/operator/arguments.js';

describe('an argument', () => {
  it('can be the id of an account, also in upper case', () => {
    const id = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';
    expect(accountIdArgument(id.toUpperCase())).toBe(id);
  });

  it('can be the id of a key', () => {
    expect(keyIdArgument('0123456789Az')).toBe('0123456789Az');
  });

  it('can be a limit from 0 to 1,000,000,000, or default', () => {
    expect(limitArgument('0')).toBe(0);
    expect(limitArgument('1000000000')).toBe(1_000_000_000);
    expect(limitArgument('default')).toBeNull();
  });

  it('can be a number of days from 1 to 3,650', () => {
    expect(daysArgument('3650')).toBe(3_650);
    for (const text of ['0', '3651', '1.5', 'x']) {
      expect(() => daysArgument(text)).toThrow(InvalidArgumentError);
    }
  });

  it.each([
    ['2026-11-21T08:00:00Z', { time: new Date('2026-11-21T08:00:00Z') }],
    ['2026-11-21 08:00:00.5+09:00', { time: new Date('2026-11-20T23:00:00.500Z') }],
    ['2028-02-29t23:59:59z', { time: new Date('2028-02-29T23:59:59Z') }],
    ['2026-11-21', { time: new Date('2026-11-21T00:00:00Z') }],
    ['24h', { secondsAgo: 86_400 }],
  ])('can be a time, or a time span before now: %s [10.audit-since]', (text, since) => {
    expect(sinceArgument(text)).toEqual(since);
  });

  it.each([
    'yesterday',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-29 23:00:00-05:00',
    '2026-13-21T08:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T08:00:00',
    '1w',
  ])('is refused if it is not a valid time: %s [10.audit-since]', (text) => {
    expect(() => sinceArgument(text)).toThrow(InvalidArgumentError);
  });

  it('can be a list of scopes, in any order and with repetitions', () => {
    expect(scopesArgument('publish, read,publish')).toEqual(['read', 'publish']);
  });

  it('can be a name of up to 120 characters of any script, not counting white space around the name', () => {
    expect(nameArgument('글'.repeat(120))).toBe('글'.repeat(120));
    expect(nameArgument(` ${'🐦'.repeat(120)} `)).toBe(` ${'🐦'.repeat(120)} `);
  });

  it('can be a grace period of 0 seconds, but not a lifetime of 0 seconds', () => {
    expect(graceArgument('0s')).toBe(0);
    expect(graceArgument('0')).toBe(0);
    expect(() => lifetimeArgument('0s')).toThrow(InvalidArgumentError);
  });

  it.each([
    ['an account', accountIdArgument, ''],
    ['a limit', limitArgument, '-1'],
    ['a limit', limitArgument, '1e3'],
    ['a limit', limitArgument, '1000000001'],
    ['a limit', limitArgument, ''],
    ['scopes', scopesArgument, ''],
    ['scopes', scopesArgument, 'read,admin'],
    ['scopes', scopesArgument, 'read,'],
    ['a name', nameArgument, ' '],
    ['a name', nameArgument, 'a'.repeat(121)],
    ['a name', nameArgument, 'two\nlines'],
    ['a name', nameArgument, 'turned\u202Earound'],
    ['a name', nameArgument, 'a\0'],
    ['a name', nameArgument, '\uD800'],
    ['a grace period', graceArgument, '1 day'],
  ])('for %s is refused, and the error states the broken rule: %o', (_, argument, text) => {
    expect(() => argument(text)).toThrow(InvalidArgumentError);
    expect(() => argument(text)).toThrow(/^It must /);
  });
});
