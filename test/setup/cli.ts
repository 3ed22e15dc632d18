import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Folder of the built code. Tests run this code, because worker threads cannot run TypeScript. */
const BUILT = join(import.meta.dirname, '../../dist/src');

type ProgramFile = typeof import('../../src/operator/program.js');
type CommandContextFile = typeof import('../../src/operator/command-context.js');
type CliModuleFile = typeof import('../../src/cli.module.js');
type ConfigFile = typeof import('../../src/platform/config/config.js');
type Context = InstanceType<CommandContextFile['CommandContext']>;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command line. Its environment has only the given variables. */
export class Cli {
  constructor(protected readonly environment: Readonly<Record<string, string>>) {}

  /** Runs a command in this process, because a new process takes a second. */
  async run(...words: string[]): Promise<Ended> {
    const { runCommand } = await built();
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const written = Promise.all([text(stdout), text(stderr)]);
    const status = await runCommand(words, () => this.context(), {
      stdin: Readable.from([]),
      stdout,
      stderr,
    });
    stdout.end();
    stderr.end();
    const [said, complained] = await written;
    return { status, stdout: said, stderr: complained };
  }

  /**
   * Consents with `--yes`, and returns the JSON document that a command writes. If the command fails, rejects with the
   * stderr of the command.
   */
  async json<T>(...words: string[]): Promise<T> {
    const { status, stdout, stderr } = await this.run(...words, '--yes', '--json');
    if (status !== 0) throw new Error(`${words.join(' ')} ended ${status}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** The settings, database and services of one command, which closes them at its end. */
  protected async context(): Promise<Context> {
    const { CommandContext, CliModule, readConfig } = await built();
    return new CommandContext(
      (config, databaseUrl) => CliModule.register(config, databaseUrl),
      () => readConfig(this.environment),
    );
  }
}

/** The command line with services that all of its commands share, because their start takes longer than a command. */
export class LastingCli extends Cli {
  private lasting: Promise<Context> | undefined;
  private end = (): Promise<void> => Promise.resolve();

  /** Closes the services. */
  async close(): Promise<void> {
    await this.lasting;
    await this.end();
  }

  protected override context(): Promise<Context> {
    return (this.lasting ??= this.open());
  }

  private async open(): Promise<Context> {
    const context = await super.context();
    // Commands that begin at the same time would each start the services.
    await context.services();
    this.end = context.close.bind(context);
    context.close = () => Promise.resolve();
    return context;
  }
}

/** Runs each command in a new process, as operators do. */
export class CliProcess extends Cli {
  override async run(...words: string[]): Promise<Ended> {
    const child = spawn(process.execPath, [join(BUILT, 'cli.js'), ...words], {
      // The command reads `.env` from its working directory. The folder for temporary files contains no `.env`.
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

/** Loads the built code at the first call, because few spec files need this code. */
async function built() {
  const [{ runCommand }, { CommandContext }, { CliModule }, { readConfig }] = (await Promise.all([
    load('operator/program.js'),
    load('operator/command-context.js'),
    load('cli.module.js'),
    load('platform/config/config.js'),
  ])) as [ProgramFile, CommandContextFile, CliModuleFile, ConfigFile];
  return { runCommand, CommandContext, CliModule, readConfig };
}
