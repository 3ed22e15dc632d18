import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Terminal } from '../../../src/operator/terminal.js';

/** Returns a terminal (`isTTY`) or a pipe. `asked` returns the questions that were written to stderr. */
function terminal(isTTY: boolean, yes?: true) {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = new Terminal({ stdin, stdout, stderr }, () => (yes ? { yes } : {}));
  return { terminal: said, stdin, stdout, asked: () => String(stderr.read() ?? '') };
}

describe('the confirmation of a command that cannot be undone', () => {
  it.each(['y\n', 'yes\n', ' Yes \n'])(
    'lets the command continue after %j [10.confirm]',
    async (reply) => {
      const person = terminal(true);
      const confirmed = person.terminal.confirm('Take it down?');
      person.stdin.write(reply);
      await expect(confirmed).resolves.toBeUndefined();
      expect(person.asked()).toContain('Take it down? [y/N] ');
      expect(person.stdout.read()).toBeNull();
    },
  );

  it.each(['n\n', '\n', 'yesterday\n'])(
    'stops the command after %j [10.confirm]',
    async (reply) => {
      const person = terminal(true);
      const confirmed = person.terminal.confirm('Take it down?');
      person.stdin.write(reply);
      await expect(confirmed).rejects.toThrow('Nothing was changed');
    },
  );

  it.each([
    ['when the input ends before a reply', true, '', 'Take it down? [y/N] '],
    ['without a terminal, and nothing is asked', false, 'y\n', ''],
  ])('is missing %s [10.confirm]', async (_, isTTY, reply, asked) => {
    const nobody = terminal(isTTY);
    const confirmed = nobody.terminal.confirm('Take it down?');
    nobody.stdin.end(reply);
    await expect(confirmed).rejects.toThrow(
      /^Take it down\? There is no terminal to ask at.* --yes/,
    );
    expect(nobody.asked()).toBe(asked);
  });

  it('is given by --yes, with and without a terminal [10.confirm]', async () => {
    for (const isTTY of [true, false]) {
      const person = terminal(isTTY, true);
      await person.terminal.confirm('Take it down?');
      expect(person.asked()).toBe('');
    }
  });
});
