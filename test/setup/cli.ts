import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The built one: its rendering processes run no TypeScript. */
const BUILT = join(import.meta.dirname, '../../dist/src');

type ProgramFile = typeof import('../../src/operator/program.js');
type CommandContextFile = typeof import('../../src/operator/command-context.js');
type CliModuleFile = typeof import('../../src/cli.module.js');
type ConfigFile = typeof import('../../src/platform/config/config.js');

/** The result of a command. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command line, with nothing of the environment but what is given. */
export class Cli {
  constructor(protected readonly environment: Readonly<Record<string, string>>) {}

  /** Carries out a command in this process: a process of its own takes a second. */
  async run(...words: string[]): Promise<Ended> {
    const { runCommand, CommandContext, CliModule, readConfig } = await built();
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const written = Promise.all([text(stdout), text(stderr)]);
    const context = new CommandContext(
      (config, databaseUrl) => CliModule.register(config, databaseUrl),
      () => readConfig(this.environment),
    );
    const status = await runCommand(words, () => Promise.resolve(context), {
      stdin: Readable.from([]),
      stdout,
      stderr,
    });
    stdout.end();
    stderr.end();
    const [said, complained] = await written;
    return { status, stdout: said, stderr: complained };
  }

  /** The JSON document of a command that must succeed. Rejects with what it wrote to stderr. */
  async json<T>(...words: string[]): Promise<T> {
    const { status, stdout, stderr } = await this.run(...words, '--json');
    if (status !== 0) throw new Error(`${words.join(' ')} ended ${status}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }
}

/** The same, run as operators run it: each command in a process of its own. */
export class CliProcess extends Cli {
  override async run(...words: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [join(BUILT, 'cli.js'), ...words], {
      // A folder without .env.
      cwd: tmpdir(),
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await ended, stdout, stderr };
  }
}

const load = (path: string): Promise<unknown> => import(join(BUILT, path));

/** Loaded when first asked for: few spec files need it. */
async function built() {
  const [{ runCommand }, { CommandContext }, { CliModule }, { readConfig }] = (await Promise.all([
    load('operator/program.js'),
    load('operator/command-context.js'),
    load('cli.module.js'),
    load('platform/config/config.js'),
  ])) as [ProgramFile, CommandContextFile, CliModuleFile, ConfigFile];
  return { runCommand, CommandContext, CliModule, readConfig };
}
