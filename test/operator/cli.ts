import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const CLI = join(import.meta.dirname, '../../dist/src/cli.js');

/** What a command left behind. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command line, run as operators run it, with nothing of the environment but what is given. */
export class Cli {
  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  async run(...words: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [CLI, ...words], {
      // A folder without .env.
      cwd: import.meta.dirname,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await ended, stdout, stderr };
  }

  /** The JSON document of a command that must succeed. */
  async json<T>(...words: string[]): Promise<T> {
    const { status, stdout, stderr } = await this.run(...words, '--json');
    if (status !== 0) throw new Error(`${words.join(' ')} ended ${status}: ${stderr}`);
    const document: T = JSON.parse(stdout);
    return document;
  }
}
