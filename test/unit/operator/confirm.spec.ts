import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Terminal } from '../../../src/operator/terminal.js';

/** A terminal or a pipe. `asked` returns the questions on stderr. */
function terminal(isTTY: boolean, yes?: true) {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = new Terminal({ stdin, stdout, stderr }, () => (yes ? { yes } : {}));
  return { terminal: said, stdin, stdout, asked: () => String(stderr.read() ?? '') };
}

describe('asking before what cannot be undone', () => {
  it.each(['y\n', 'yes\n', ' Yes \n'])('goes on after %j [10.confirm]', async (reply) => {
    const person = terminal(true);
    const confirmed = person.terminal.confirm('Take it down?');
    person.stdin.write(reply);
    await expect(confirmed).resolves.toBeUndefined();
    expect(person.asked()).toContain('Take it down? [y/N] ');
    expect(person.stdout.read()).toBeNull();
  });

  it.each(['n\n', '\n', 'yesterday\n'])('goes no further after %j [10.confirm]', async (reply) => {
    const person = terminal(true);
    const confirmed = person.terminal.confirm('Take it down?');
    person.stdin.write(reply);
    await expect(confirmed).rejects.toThrow('Nothing was changed');
  });

  it('goes no further when the input ends [10.confirm]', async () => {
    const person = terminal(true);
    const confirmed = person.terminal.confirm('Take it down?');
    person.stdin.end();
    await expect(confirmed).rejects.toThrow('Nothing was changed');
  });

  it('asks nothing with --yes or without a terminal [10.confirm]', async () => {
    for (const person of [terminal(true, true), terminal(false)]) {
      await person.terminal.confirm('Take it down?');
      expect(person.asked()).toBe('');
    }
  });
});
