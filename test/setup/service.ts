import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFlags } from '../../bench/start-flags.js';
import { freePort } from './free-port.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
/** Flags of Node, as in `npm start`. */
const START_FLAGS = startFlags(join(import.meta.dirname, '../../package.json'));
const PATIENCE_MS = 15_000;
/** Longest wait for a service to become ready, in ms. */
const READY_MS = 120_000;
const PORT_TAKEN = /^imprimatur: (?:PORT=.* is in use|No metrics are served at .*EADDRINUSE)/m;
/** Log line of a service that serves no metrics, because another process uses the metrics port. */
const METRICS_PORT_TAKEN = /"No metrics are served at .*EADDRINUSE/;
const SAYS_SO = /The (?:service|worker) is running\./;
/** Log levels at which the service does not log its start. */
const QUIET = /^(?:warn|error|fatal|silent)$/;

/** Pattern of a publisher key (contract 7), which no service may write into its output. */
const KEY = /imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}/;

/** The options of a service under test. */
export interface ServiceOptions {
  /**
   * Address of a database, such as the address of `freshDatabase()`. By default, the service uses an embedded database
   * in `dataDir`.
   */
  readonly databaseUrl?: string;
  /** Default: `.data` in the working directory, as for every start of the service. */
  readonly dataDir?: string;
  /** The working directory, from which the service reads `.env`. Default: a new folder, which `stop` deletes. */
  readonly directory?: string;
  /**
   * Variables of contract 11. They override the variables of this helper, such as a free port and a grace period of 0.
   */
  readonly env?: Readonly<Record<string, string>>;
}

/** A running process of the service. */
export interface Service {
  /**
   * `http://127.0.0.1:…`. By default, this is also the `PUBLIC_BASE_URL`. With `ROLE=worker`, nothing listens at this
   * address.
   */
  readonly url: string;
  /** Address of `/metrics`. */
  readonly metricsUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /**
   * Sends SIGTERM or another signal, and SIGKILL if the process still runs after 15 s. Resolves with the exit code,
   * or with `null` if a signal ended the process.
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL, and waits for the end of the process. */
  kill(): Promise<void>;
  /** Resumes or pauses the reading of the service's stdout. During a pause, the pipe fills up. */
  readOutput(reads: boolean): void;
  /** The complete lines that the service wrote to stdout so far. */
  output(): string;
  /** Everything that the service wrote to stderr so far. */
  complaints(): string;
}

const running = new Set<Service>();

/** Stops the services that `startService` started and that no test has stopped yet. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.stop()));
}

/**
 * Starts `dist/src/main.js` in a new process, which gets only `PATH` from the environment of this process. Resolves
 * when the service is ready. If the process ends before that, rejects with the output of the process.
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
      // If another process took the port first, the loop tries another port.
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
  ) {
    this.child = spawn(process.execPath, [...START_FLAGS, MAIN], {
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
   * Waits until `/health/ready` answers 200 and the service has logged its start. The log line can come a moment after
   * the answer 200. Throws if the service ends, or if the service is not ready after two minutes. Without this limit, a
   * call at the top level of a test file could wait for ever.
   */
  async ready(): Promise<void> {
    const address = this.env['ROLE'] === 'worker' ? this.metricsUrl : this.url;
    const deadline = performance.now() + READY_MS;
    while (!(await isOk(`${address}/health/ready`)) || !this.hasSaidSo) {
      if (performance.now() > deadline)
        throw new Error(`The service is not ready.\n${this.output()}`);
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
    if (KEY.test(this.written.stdout + this.written.stderr)) {
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
