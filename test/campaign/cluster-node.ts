import { FaultProxy } from '../setup/fault-proxy.js';
import { CLOCK_THAT_STEPS } from '../setup/moved-clock.js';
import { type Service, startService } from '../setup/service.js';

const ENV = {
  PUBLIC_BASE_URL: 'https://docs.example.org',
  RATE_LIMIT_PER_MINUTE: '0',
  NODE_OPTIONS: CLOCK_THAT_STEPS,
};

/** One process of the service, with the proxies to its clients and to its database. */
export class ClusterNode {
  private service: Service | undefined;
  private readonly services: Service[] = [];

  private constructor(
    readonly name: string,
    private readonly role: 'api' | 'worker',
    /** The proxy between clients and this process. No client calls a worker. */
    readonly toClients: FaultProxy,
    readonly toDatabase: FaultProxy,
  ) {}

  static async open(
    name: string,
    role: 'api' | 'worker',
    databaseUrl: string,
  ): Promise<ClusterNode> {
    const nowhere = 'http://127.0.0.1:9';
    const node = new ClusterNode(
      name,
      role,
      await FaultProxy.to(nowhere),
      await FaultProxy.to(databaseUrl),
    );
    await node.ensureRunning();
    return node;
  }

  get url(): string {
    return this.toClients.url;
  }

  /** Starts the process if it does not run. Resolves when the process is ready. */
  async ensureRunning(): Promise<void> {
    if (this.service) return;
    const env = { ...ENV, ROLE: this.role };
    this.service = await startService({ databaseUrl: this.toDatabase.url, env });
    this.services.push(this.service);
    this.toClients.aim(this.service.url);
  }

  signal(signal: NodeJS.Signals): void {
    if (this.service) process.kill(this.service.pid, signal);
  }

  /** Starts or stops reading the stdout of the process. */
  readLog(reads: boolean): void {
    this.service?.readOutput(reads);
  }

  /** Ends the process by SIGKILL. */
  async kill(): Promise<void> {
    const { service } = this;
    this.service = undefined;
    await service?.kill();
  }

  /**
   * Ends the process by SIGTERM, and returns its exit code. Returns `null` if no process ran, or if a signal ended the
   * process.
   */
  async stop(): Promise<number | null> {
    const { service } = this;
    this.service = undefined;
    return service ? service.stop() : null;
  }

  /** Returns the log lines about a request. */
  logOf(requestId: string): string {
    const lines = this.log().split('\n');
    return lines.filter((line) => line.includes(requestId)).join('\n');
  }

  /** Returns everything that the process wrote to stdout so far, also before it was restarted. */
  log(): string {
    return this.services.map((service) => service.output()).join('');
  }

  /**
   * Returns the output of the process if the process ended without `kill` or `stop`. Returns `undefined` in all other
   * cases.
   */
  unexpectedExit(): string | undefined {
    if (!this.service) return undefined;
    try {
      process.kill(this.service.pid, 0);
      return undefined;
    } catch {
      return this.service.complaints() + this.service.output().slice(-2_000);
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await this.toClients.close();
    await this.toDatabase.close();
  }
}
