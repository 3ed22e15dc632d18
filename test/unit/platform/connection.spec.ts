import { describe, expect, it } from 'vitest';
import { preparedQuery } from '../../../src/platform/database/connection.js';

const named = (length: number) =>
  preparedQuery({ name: 'n'.repeat(length), text: 'SELECT' }, []).name;

describe('the name of a statement', () => {
  it('may have at most 63 characters, because PostgreSQL would truncate a longer name', () => {
    expect(named(63)).toHaveLength(63);
    expect(() => named(64)).toThrow(TypeError);
  });
});
