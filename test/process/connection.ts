import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A connection that stays open until the service closes it. */
export class KeptConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly base: string) {}

  /** Reads an address. `reused` is true if the request used the connection of the previous request. */
  async get(path: string): Promise<{ status: number; connection: string; reused: boolean }> {
    const asked = request(this.base + path, { agent: this.agent }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await text(answer);
    return {
      status: answer.statusCode ?? 0,
      connection: answer.headers.connection ?? '',
      reused: asked.reusedSocket,
    };
  }

  close(): void {
    this.agent.destroy();
  }
}
