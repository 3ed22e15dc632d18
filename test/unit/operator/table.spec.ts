import { describe, expect, it } from 'vitest';
import { factTable, listTable } from '../../../src/operator/answer.js';

describe('a table', () => {
  it('has a line for each row [10.tables]', () => {
    const table = listTable(
      ['id', 'scopes'],
      [
        ['a', ['read', 'write']],
        ['b', null],
      ],
    );
    expect(table).toBe(
      [
        '┌────┬────────────┐',
        '│ id │ scopes     │',
        '├────┼────────────┤',
        '│ a  │ read write │',
        '│ b  │ –          │',
        '└────┴────────────┘',
      ].join('\n'),
    );
  });

  it('has a line for each member of one object, with times in UTC [10.tables]', () => {
    const table = factTable({
      name: '문서',
      used: 3,
      created: new Date('2026-11-21T09:28:00.391Z'),
    });
    expect(table).toBe(
      [
        '┌─────────┬─────────────────────────┐',
        '│ name    │ 문서                    │',
        '│ used    │ 3                       │',
        '│ created │ 2026-11-21 09:28:00 UTC │',
        '└─────────┴─────────────────────────┘',
      ].join('\n'),
    );
  });
});
