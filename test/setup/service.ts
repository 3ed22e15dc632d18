import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFlags } from '../../bench/start-flags.js';
import { freePort } from './free-port.js';
import { holdsKey } from './leak.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
/** Flags of Node, as in `npm start`. */
const START_FLAGS = startFlags(join(import.meta.dirname, '../../package.json'));
const PATIENCE_MS = 15_000;
const PORT_TAKEN = /^imprimatur: PORT=.* is in use/m;
/** The service starts all the same, and another process answers there. */
const METRICS_PORT_TAKEN = /"No metrics are served at .*EADDRINUSE/;
const SAYS_SO = /The (?:service|worker) is running\./;
/** Levels at which it says nothing of its start. */
const QUIET = /^(?:warn|error|fatal|silent)$/;

/** The options of a service under test. */
export interface ServiceOptions {
  /** A database of its own, such as that of `freshDatabase()`; else one is embedded in `dataDir`. */
  readonly databaseUrl?: string;
  /** Without it, `.data` in the working directory, as for any start. */
  readonly dataDir?: string;
  /** The working directory, where `.env` is; without it a new one that is deleted with the service. */
  readonly directory?: string;
  /** The program to start; default: the one of this tree. */
  readonly main?: string;
  /** Variables of contract 11; they win over the helper's own, such as a free port, no grace at shutdown. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running process of the service. */
export interface Service {
  /** `http://127.0.0.1:…`, which is its `PUBLIC_BASE_URL` too; nothing is there with `ROLE=worker`. */
  readonly url: string;
  /** Address of `/metrics`. */
  readonly metricsUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /**
   * Sends SIGTERM, or another signal, and resolves with the exit code; `null` where a signal ended it,
   * which is what becomes of a process that does not stop within 15 s.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Whether its stdout is read, as it is from the start, or stalls. */
  readOutput(reads: boolean): void;
  /** The lines that it wrote to stdout so far, each as a whole. */
  output(): string;
  /** Whatever it wrote to stderr so far. */
  complaints(): string;
}

const running = new Set<Service>();

/** Ends whatever `startService` started and nobody has stopped. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.stop()));
}

/**
 * Starts `dist/src/main.js` in a process of its own, with no variable of this one, and resolves when
 * it is ready. Rejects with what it wrote if it ends instead.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  for (;;) {
    const service = await ServiceProcess.launch(options);
    try {
      await service.ready();
      const isOurs = options.env?.['METRICS_PORT'] === undefined;
      if (!isOurs || !METRICS_PORT_TAKEN.test(service.output())) return service;
      await service.stop();
    } catch (error) {
      await service.stop();
      // Another process took the port first.
      if (!PORT_TAKEN.test(service.complaints())) throw error;
    }
  }
}

class ServiceProcess implements Service {
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private readonly written = { stdout: '', stderr: '' };

  private constructor(
    readonly url: string,
    readonly metricsUrl: string,
    readonly dataDir: string,
    private readonly directory: { readonly path: string; readonly isOurs: boolean },
    private readonly env: Record<string, string>,
    main = MAIN,
  ) {
    this.child = spawn(process.execPath, [...START_FLAGS, main], {
      cwd: directory.path,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'close');
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]!.setEncoding('utf8').on('data', (text: string) => {
        this.written[name] += text;
      });
    }
    running.add(this);
  }

  static async launch(options: ServiceOptions): Promise<ServiceProcess> {
    const { databaseUrl, dataDir, env = {} } = options;
    const { PORT = String(await freePort()) } = env;
    const metricsPort = await freePort();
    const url = `http://127.0.0.1:${PORT}`;
    const isOurs = options.directory === undefined;
    const path = options.directory ?? (await mkdtemp(join(tmpdir(), 'imprimatur-service-')));
    return new ServiceProcess(
      url,
      `http://127.0.0.1:${metricsPort}`,
      dataDir ?? join(path, '.data'),
      { path, isOurs },
      {
        PATH: process.env['PATH'] ?? '',
        HOST: '127.0.0.1',
        PORT,
        PUBLIC_BASE_URL: url,
        METRICS_PORT: String(metricsPort),
        SHUTDOWN_GRACE_MS: '0',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
        ...env,
      },
      options.main,
    );
  }

  get pid(): number {
    return this.child.pid!;
  }

  readOutput(reads: boolean): void {
    if (reads) this.child.stdout!.resume();
    else this.child.stdout!.pause();
  }

  output(): string {
    const { stdout } = this.written;
    return stdout.slice(0, stdout.lastIndexOf('\n') + 1);
  }

  complaints(): string {
    return this.written.stderr;
  }

  /**
   * Polls `/health/ready`, and for the log that says so, which is written a moment later; the time limit of the
   * test ends a wait in vain.
   */
  async ready(): Promise<void> {
    const address = this.env['ROLE'] === 'worker' ? this.metricsUrl : this.url;
    while (!(await isOk(`${address}/health/ready`)) || !this.hasSaidSo) {
      if (this.hasEnded) {
        await this.ended;
        throw new Error(`The service ended.\n${this.complaints()}${this.output()}`);
      }
      await sleep(25);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.hasEnded) this.child.kill(signal);
    this.readOutput(true);
    const patience = setTimeout(() => this.child.kill('SIGKILL'), PATIENCE_MS);
    await this.ended;
    clearTimeout(patience);
    running.delete(this);
    const { path, isOurs } = this.directory;
    if (isOurs) await rm(path, { recursive: true, force: true, maxRetries: 20 });
    if (holdsKey(this.written.stdout + this.written.stderr)) {
      throw new Error('The service wrote a publisher key into its output.');
    }
    return this.child.exitCode;
  }

  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }

  private get hasSaidSo(): boolean {
    return QUIET.test(this.env['LOG_LEVEL'] ?? '') || SAYS_SO.test(this.output());
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
