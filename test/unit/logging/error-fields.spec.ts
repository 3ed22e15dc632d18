import { QueryFailedError } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { errorFields } from '../../../src/platform/logging/log.js';

describe('an error in the log', () => {
  it('has type, message and stack; the message and the stack include the causes', () => {
    const cause = new RangeError('too far');
    expect(errorFields(new TypeError('wrong', { cause }))).toEqual({
      type: 'TypeError',
      message: 'wrong: too far',
      stack: expect.stringMatching(/^TypeError: wrong\n[\s\S]*caused by: RangeError: too far\n/),
    });
  });

  it('has the error code of the database, but neither its detail nor the parameters of a query', () => {
    const facts = { code: '23505', detail: 'secret' };
    const driverError = Object.assign(new Error('duplicate key'), facts);
    const fields = errorFields(new QueryFailedError('INSERT …', ['secret'], driverError));
    expect(fields).toMatchObject({ message: 'duplicate key', code: '23505' });
    expect(JSON.stringify(fields)).not.toContain('secret');
  });

  it.each([
    ['text', 'string'],
    [7, 'number'],
    [undefined, 'undefined'],
    [null, 'object'],
  ])('may be any value that was thrown: %s', (thrown, type) => {
    expect(errorFields(thrown)).toEqual({ type, message: String(thrown) });
  });
});
