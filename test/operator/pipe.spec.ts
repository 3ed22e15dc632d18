import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/fresh-database.js';
import { sql } from '../setup/sql.js';

const CLI = join(import.meta.dirname, '../../dist/src/cli.js');

describe('the standard output', () => {
  it('ends without an error message if the reader closes the pipe during a long output [10.exit-done]', async () => {
    const database = await freshDatabase();
    await sql(
      database.url,
      `INSERT INTO operator_action (id, action, operator, details)
       SELECT gen_random_uuid(), 'accounts create', 'somebody', '{}' FROM generate_series(1, 5000)`,
    );
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${CLI}" --json audit list | head -n 1; true`],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], DATABASE_URL: database.url } },
    );
    expect({ stdout, stderr }).toEqual({ stdout: '[\n', stderr: '' });
    await database.drop();
  });

  it('ends the command with 1 and one line on stderr if it cannot be written [10.exit-refused]', () => {
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${CLI}" --help > /dev/full`],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'imprimatur: The output could not be written (ENOSPC).\n',
    });
  });
});
