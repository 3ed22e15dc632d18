import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A TCP proxy to a service. The proxy drops some answers, and ends the connections of the dropped answers. */
export class LossyLink {
  dropped = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param loss probability from 0 to 1 that the link drops an answer */
  static async open(target: string, loss: number): Promise<LossyLink> {
    const { hostname, port } = new URL(target);
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      const end = (): void => {
        client.destroy();
        upstream.destroy();
      };
      client.on('error', end).on('close', end).pipe(upstream);
      upstream
        .on('error', end)
        .on('close', end)
        .on('data', (answer) => {
          if (Math.random() >= loss) client.write(answer);
          else {
            link.dropped += 1;
            end();
          }
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const link = new LossyLink(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    return link;
  }

  close(): void {
    this.server.close();
  }
}
