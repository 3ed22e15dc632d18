import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Cli } from '../setup/cli.js';
import { folderOf } from './folder.js';

const run = promisify(execFile);

// Completion needs neither a database nor a valid configuration.
const cli = new Cli({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: 'wrong' });

const { stdout: script } = await cli.run('completion', 'bash');

/** Returns the completions that bash offers for the last word. */
async function offeredByBash(...words: string[]): Promise<string[]> {
  const ask = `${script}
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _imprimatur
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', ask, 'bash', 'imprimatur', ...words]);
  return stdout.split('\n').filter(Boolean);
}

/**
 * Returns the commands that the help of a group lists. Without a group, returns the commands that the help of the
 * program lists.
 */
async function commandsOf(...group: string[]): Promise<string[]> {
  const { stdout } = await cli.run(...group, '--help');
  const [, list = ''] = stdout.split('\nCommands:\n');
  return [...list.matchAll(/^ {2}(\w\S*)/gm)].map(([, name]) => name!);
}

const first = await commandsOf();
const places = [[], ...first.filter((word) => word !== 'help').map((word) => [word])];
/** Each group of commands, with its commands. */
const GROUPS = (
  await Promise.all(places.map(async (group) => ({ group, names: await commandsOf(...group) })))
).filter(({ names }) => names.length > 0);

describe('completion [10.completion]', () => {
  it('in bash offers every command that the help lists', async () => {
    expect(GROUPS.length).toBeGreaterThan(5);
    for (const { group, names } of GROUPS) {
      expect(await offeredByBash(...group, '')).toEqual(names);
    }
  });

  it.each([
    ['a group by its first letters', ['pub'], ['publications', 'publish']],
    ['the commands of a group', ['previews', ''], ['revoke', 'help']],
    ['a command by its first letters', ['accounts', 'set-p'], ['set-plan']],
    ['an option by its first letters', ['publications', 'import', 'wiki', '--d'], ['--dry-run']],
    ['a command after an option', ['--json', 'keys', 'ro'], ['rotate']],
    ['nothing where a file name is expected', ['publications', 'import', 'w'], []],
  ])('in bash offers %s', async (_, words, offered) => {
    expect(await offeredByBash(...words)).toEqual(offered);
  });

  it.each([
    ['zsh', (at: string, name: string) => new RegExp(`^ +'${at}'\\) offered=.*'${name}:`, 'm')],
    ['fish', (at: string, name: string) => new RegExp(` "${at}"' -f -a ${name} `)],
  ])(
    'in %s is a script with every command that the help lists, which the shell can parse',
    async (shell, offer) => {
      const { status, stdout, stderr } = await cli.run('completion', shell);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      for (const { group, names } of GROUPS) {
        const at = group.map((word) => `/${word}`).join('');
        for (const name of names) expect(stdout).toMatch(offer(at, name));
      }
      // Few machines have both shells. If a shell is missing, the check of its script is skipped.
      const file = join(await folderOf({ [shell]: stdout }), shell);
      const { error, status: read } = spawnSync(shell, ['-n', file]);
      if (!error) expect(read).toBe(0);
    },
  );

  it('prints one JSON document with --json', async () => {
    expect(await cli.json('completion', 'fish')).toMatchObject({ shell: 'fish' });
  });
});
