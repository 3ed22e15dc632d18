import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';

/** Interval at which idle connections are closed. */
const SWEEP_MS = 50;
/** After this time connections without a complete request are closed, even the newest one. */
const WHOLE_REQUEST_TIMEOUT_MS = 1_000;

/** Ends an HTTP server without failing a request that ends in time (contract 12). */
export class Drain {
  /** Open connections and responses; in arrays, since a `Set` keeps removed entries until a full garbage collection. */
  private readonly connections = new Map<Socket, ServerResponse[]>();
  private accepted = 0;
  private begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.connections.set(socket, []);
      socket.once('close', () => this.connections.delete(socket));
    });
    // This listener must run before the service's own, which may answer at once.
    server.prependListener('request', (request, response) => {
      const answers = this.connections.get(request.socket)!;
      answers.push(response);
      response.once('close', () => answers.splice(answers.indexOf(response), 1));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** Adds `Connection: close` to every response from now on. */
  begin(): void {
    this.begun = true;
    for (const answer of [...this.connections.values()].flat()) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  /** Refuses new connections. Resolves when the accepted ones have ended; after `mostMs` ms the rest are closed. */
  async finish(mostMs: number): Promise<void> {
    const closeAll = setTimeout(() => this.server.closeAllConnections(), mostMs);
    await this.acceptQueued(mostMs / 2);
    const closed = once(this.server, 'close');
    this.server.close();
    const sweep = setInterval(() => this.server.closeIdleConnections(), SWEEP_MS);
    const halfSent = setTimeout(() => this.closeHalfSent(), WHOLE_REQUEST_TIMEOUT_MS);
    await closed;
    for (const timer of [closeAll, sweep, halfSent]) clearTimeout(timer);
  }

  /** Lets Node accept the queued connections, one per event-loop round, because closing the server would reset them. */
  private async acceptQueued(mostMs: number): Promise<void> {
    // The current round is already under way, so it is possible that Node accepts nothing in it.
    await nextRound();
    const end = performance.now() + mostMs;
    let before: number;
    do {
      before = this.accepted;
      await nextRound();
    } while (this.accepted > before && performance.now() < end);
  }

  /** Closes connections without a complete request: Node counts them as busy, not as idle. */
  private closeHalfSent(): void {
    for (const [socket, answers] of this.connections) {
      if (!answers.some(({ req }) => req.complete)) socket.destroy();
    }
  }
}
