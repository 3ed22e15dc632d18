import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The mode of a proxy. `pass` forwards bytes, `slow` forwards them 80 ms late, and `blackhole` holds them back.
 * `drop-answers` forwards requests and drops responses. `refuse` resets all connections, old and new.
 */
export type ProxyMode = 'pass' | 'slow' | 'blackhole' | 'drop-answers' | 'refuse';

const LATE_MS = 80;

/** A TCP proxy with a fixed address, which fails in several ways on demand. */
export class FaultProxy {
  private readonly server = createServer((near) => this.join(near));
  private readonly connections = new Set<Connection>();
  private readonly stranded = new Set<Connection>();
  private port = 0;
  private mode: ProxyMode = 'pass';

  private constructor(private target: URL) {}

  static async to(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(target));
    await proxy.open();
    return proxy;
  }

  /** The address of the target, with host and port of this proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.pathname === '/' ? url.origin : url.href;
  }

  /** Directs new connections to another target. */
  aim(target: string): void {
    this.target = new URL(target);
  }

  /** Resets every connection that is not stranded. */
  reset(): void {
    for (const connection of this.connections) connection.reset();
  }

  /** Silences the present connections permanently, as if the machine of the target had failed. */
  strand(): void {
    for (const connection of this.connections) {
      connection.strand();
      this.stranded.add(connection);
    }
    this.connections.clear();
  }

  /** Sets the mode. At the end of `drop-answers`, resets the connections that have lost a response. */
  setMode(mode: ProxyMode): void {
    this.mode = mode;
    for (const connection of this.connections) connection.setMode(mode);
    if (mode === 'refuse') this.reset();
  }

  /** Accepts connections, after `close` at the same address as before. */
  async open(): Promise<void> {
    if (this.server.listening) return;
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Resets all connections. Until `open`, the operating system refuses new ones. */
  async close(): Promise<void> {
    this.server.close();
    for (const connection of [...this.connections, ...this.stranded]) connection.reset();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    if (this.mode === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(this.target.port), this.target.hostname);
    const connection = new Connection(near, far, () => this.connections.delete(connection));
    this.connections.add(connection);
    connection.setMode(this.mode);
  }
}

/** One connection through a proxy. */
class Connection {
  private mode: ProxyMode = 'pass';
  private hasSwallowed = false;
  private isStranded = false;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    ended: () => void,
  ) {
    near.setNoDelay(true);
    far.setNoDelay(true);
    this.carry(near, far);
    this.carry(far, near);
    near.once('close', ended);
  }

  setMode(mode: ProxyMode): void {
    this.mode = mode;
    if (this.hasSwallowed && mode !== 'drop-answers') this.reset();
    for (const socket of [this.near, this.far]) {
      if (mode === 'blackhole') socket.pause();
      else socket.resume();
    }
  }

  /** Silences the connection. If one side closes the connection, the proxy does not close the other side. */
  strand(): void {
    this.isStranded = true;
    this.setMode('blackhole');
  }

  reset(): void {
    this.near.resetAndDestroy();
    this.far.resetAndDestroy();
  }

  /** Forwards bytes in order, even if earlier bytes are delayed and later bytes are not. */
  private carry(from: Socket, to: Socket): void {
    let before: Promise<void> = Promise.resolve();
    const pass = (work: () => void): void => {
      const due = performance.now() + (this.mode === 'slow' ? LATE_MS : 0);
      before = before.then(() => until(due)).then(work);
    };
    from.on('data', (bytes) => {
      if (this.mode === 'drop-answers' && from === this.far) this.hasSwallowed = true;
      else pass(() => to.write(bytes));
    });
    from.on('end', () => pass(() => to.end()));
    const breakOff = (): void => {
      if (!this.isStranded) to.destroy();
    };
    from.on('error', breakOff);
    from.on('close', (broken) => {
      if (broken) breakOff();
    });
  }
}

const until = async (due: number): Promise<void> => {
  const left = due - performance.now();
  if (left > 0) await sleep(left);
};
