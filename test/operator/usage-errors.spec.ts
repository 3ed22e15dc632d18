import { describe, expect, it } from 'vitest';
import { Cli, CliProcess } from '../setup/cli.js';

const ID = '01a1fd6f-1e86-74b1-9f1c-020bc5022ce6';
const UNCONFIRMED = {
  status: 2,
  stdout: '',
  stderr: expect.stringMatching(/^imprimatur: .*\?.* nothing was changed.* --yes .*\n$/) as string,
};

describe('the command line without a database or a valid configuration', () => {
  // A program that reads these settings fails. For help and for a usage error, the program reads no settings.
  const cli = new Cli({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: 'wrong' });

  it.each([
    ['--help'],
    ['accounts --help'],
    ['keys issue --help'],
    ['help db'],
    ['usage --help'],
    ['publications import --help'],
    ['doctor --help'],
  ])('prints its help on stdout and ends with 0: %s [10.exit-done]', async (line) => {
    const { status, stdout, stderr } = await cli.run(...line.split(' '));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: imprimatur/);
    expect(stdout).toContain('--json');
  });

  it.each([
    ['no command', []],
    ['a group without a command', ['accounts']],
    ['an unknown group', ['nonsense']],
    ['an unknown command', ['accounts', 'nonsense']],
    ['an unknown option', ['accounts', 'list', '--nonsense']],
    ['one argument too many', ['accounts', 'list', 'more']],
    ['a missing argument', ['accounts', 'show']],
    ['a missing option', ['accounts', 'create']],
    ['a sign-out without an account', ['desk', 'sign-out']],
    ['a sign-out with both --all and --account', ['desk', 'sign-out', '--all', '--account', ID]],
    ['an empty name', ['accounts', 'create', '--name', ' ']],
    ['a name of 121 characters', ['accounts', 'create', '--name', 'x'.repeat(121)]],
    ['an invisible name', ['accounts', 'create', '--name', '\u200B\u3164']],
    [
      'an invisible name of a key',
      ['keys', 'issue', '--account', ID, '--name', '\u2800', '--scopes', 'read'],
    ],
    ['an invisible name of an approver', ['approvers', 'add', '--account', ID, '--name', '\u200B']],
    ['an invisible reason', ['publications', 'withdraw', ID, '--reason', '\u200B']],
    ['an unknown plan', ['accounts', 'create', '--name', 'x', '--plan', 'gold']],
    ['an unknown new plan', ['accounts', 'set-plan', ID, 'gold']],
    ['an empty account', ['accounts', 'show', ' ']],
    ['an invalid limit', ['accounts', 'set-limit', ID, '-1']],
    ['an unknown scope', ['keys', 'issue', '--account', ID, '--name', 'x', '--scopes', 'admin']],
    ['an invalid duration', ['keys', 'issue', '--account', ID, '--name', 'x', '--expires', '1w']],
    ['an invalid number of days', ['usage', ID, '--days', '0']],
    ['an invalid state', ['publications', 'list', '--state', 'gone']],
    ['an invalid time', ['audit', 'list', '--since', 'soon']],
    ['an invalid date', ['audit', 'list', '--since', '2026-02-30']],
    ['lines of the audit after a file, but not as JSON', ['audit', 'list', '--after', 'file']],
    ['an import without an account', ['publications', 'import', 'wiki']],
    ['an import without a folder', ['publications', 'import', '--account', ID]],
    ['an export without a folder', ['publications', 'export']],
    ['a withdrawal without a reason', ['publications', 'withdraw', ID]],
    ['an erasure without a reason', ['publications', 'erase', ID]],
    ['an invalid grace period', ['keys', 'rotate', '0123456789AB', '--grace', 'soon']],
    ['completion for an unknown shell', ['completion', 'tcsh']],
  ])('ends with 2, and the reason on stderr: %s [10.exit-usage]', async (_, words) => {
    const { status, stdout, stderr } = await cli.run(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^(error: |Usage: )/);
  });

  it.each([
    ['the erasure of a document', ['publications', 'erase', ID, '--reason', 'x']],
    ['the erasure of a revision', ['publications', 'erase', ID, '--version', '1', '--reason', 'x']],
    ['a withdrawal', ['publications', 'withdraw', ID, '--reason', 'x']],
    ['a document in the place of another', ['publications', 'supersede', ID, ID]],
    ['the end of a key', ['keys', 'revoke', '0123456789AB']],
    ['a rotation that ends a key now', ['keys', 'rotate', '0123456789AB']],
    ['the end of all previews', ['previews', 'revoke']],
    ['a new signing key', ['signing', 'rotate']],
  ])('ends with 2, and names --yes, if nobody can consent to %s [10.confirm]', async (_, words) => {
    expect(await cli.run(...words)).toEqual(UNCONFIRMED);
    // With consent, the same command goes on to its settings.
    const { status, stderr } = await cli.run(...words, '--yes');
    expect(status).toBe(1);
    expect(stderr).toContain('PORT="wrong"');
  });

  it('ends with 2, and names --yes, in a process without a terminal [10.confirm]', async () => {
    const ended = await new CliProcess({ DATABASE_URL: 'wrong' }).run('signing', 'rotate');
    expect(ended).toEqual(UNCONFIRMED);
  });

  it('ends with 1, and a line for each fault of its configuration [10.exit-refused] [11.faults-at-once]', async () => {
    const faulty = new Cli({ DATABASE_URL: 'mysql://root:hunter2@db/x', PORT: 'wrong' });
    const { status, stdout, stderr } = await faulty.run('accounts', 'list');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('PORT="wrong"');
    expect(lines[1]).toContain('DATABASE_URL=');
    expect(stderr).not.toContain('hunter2');
  });

  it('exits with 1 and prints one line if the database cannot be reached [10.exit-refused]', async () => {
    const away = new Cli({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none' });
    const { status, stdout, stderr } = await away.run('accounts', 'list', '--json');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^imprimatur: .*ECONNREFUSED.*\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});
