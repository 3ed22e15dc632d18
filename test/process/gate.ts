import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a database, which a test can cut, freeze and mend, like a faulty network. */
export class Gate {
  private readonly sockets = new Set<Socket>();
  private frozen = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly port: number,
  ) {}

  /** Opens a proxy to the database at `target`; clients connect to the `url` of the proxy. */
  static async open(target: string): Promise<Gate> {
    const { hostname, port } = new URL(target);
    const server = createServer((near) => gate.join(near, connect(Number(port), hostname)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const own = (server.address() as AddressInfo).port;
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String(own);
    const gate = new Gate(server, url.href, own);
    return gate;
  }

  /** Ends all connections and refuses new ones. */
  async cut(): Promise<void> {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  /** Undoes `cut` and `freeze`. */
  async mend(): Promise<void> {
    this.frozen = false;
    for (const socket of this.sockets) socket.resume();
    if (!this.server.listening) {
      await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
    }
  }

  /** Stops forwarding; connections stay open. */
  freeze(): void {
    this.frozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.cut();
  }

  private join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.once('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (this.frozen) socket.pause();
    }
  }
}
