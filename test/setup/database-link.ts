import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy to a database. A test can cut and restore connections through the proxy while a service uses these
 * connections.
 */
export class DatabaseLink {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;
  private silent = false;
  /** Number of bytes received from the database so far. */
  received = 0;

  private constructor(private readonly database: URL) {}

  static async to(databaseUrl: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(new URL(databaseUrl));
    await link.mend();
    return link;
  }

  /** The address of the database through the proxy. */
  get url(): string {
    const url = new URL(this.database);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Resets the open connections. Until `mend`, the proxy refuses new connections. */
  async cut(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    server.close();
    for (const socket of this.sockets) socket.resetAndDestroy();
    await once(server, 'close');
  }

  /** Stops forwarding bytes until `mend`. The connections stay open. */
  silence(): void {
    this.silent = true;
    for (const socket of this.sockets) socket.unpipe();
  }

  /** Accepts connections again, at the same address. After `silence`, `mend` first resets the open connections. */
  async mend(): Promise<void> {
    if (this.silent) await this.cut();
    this.silent = false;
    if (this.server) return;
    this.server = createServer((near) => this.join(near));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private join(near: Socket): void {
    const far = connect(Number(this.database.port), this.database.hostname);
    far.on('data', (bytes: Buffer) => (this.received += bytes.length));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      if (!this.silent) socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
