import { describe, expect, it } from 'vitest';
import { bearerToken } from '../../../src/keys/authentication.service.js';

describe('the token of an Authorization header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc', 'abc'],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });

  it.each([undefined, '', 'Basic dXNlcjpwYXNz', 'abc', 'Bearerabc'])(
    'is not there in %j',
    (header) => {
      expect(bearerToken(header)).toBeUndefined();
    },
  );

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer abc ', 'Bearer\tabc'])(
    'was sent but is no key in %j',
    (header) => {
      expect(bearerToken(header)).toBe('');
    },
  );
});
