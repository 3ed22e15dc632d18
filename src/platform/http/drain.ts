import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';

/** Interval at which idle connections are closed. */
const SWEEP_MS = 50;
/** An incomplete request is given up after this time, also on the newest connection. */
const WHOLE_REQUEST_TIMEOUT_MS = 1_000;

/** Ends an HTTP server without failing a request (contract 12). */
export class Drain {
  /** Open connections and their responses. Not a `Set`: it keeps old entries alive until a full garbage collection. */
  private readonly connections = new Map<Socket, ServerResponse[]>();
  private accepted = 0;
  private begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.connections.set(socket, []);
      socket.once('close', () => this.connections.delete(socket));
    });
    // Before the service's own listener, which may answer at once.
    server.prependListener('request', (request, response) => {
      const answers = this.connections.get(request.socket)!;
      answers.push(response);
      response.once('close', () => answers.splice(answers.indexOf(response), 1));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** From now on each response carries `Connection: close`. */
  begin(): void {
    this.begun = true;
    for (const answer of [...this.connections.values()].flat()) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  /** Refuses new connections; resolves when the accepted ones have ended, or after `mostMs`. */
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

  /** Node accepts one completed connection a round; closing the socket would reset those that it has not accepted. */
  private async acceptQueued(mostMs: number): Promise<void> {
    // The first round is not a whole one: nothing may be accepted in it.
    await nextRound();
    const end = performance.now() + mostMs;
    let before: number;
    do {
      before = this.accepted;
      await nextRound();
    } while (this.accepted > before && performance.now() < end);
  }

  /** Closes connections without a complete request, which Node counts as busy. */
  private closeHalfSent(): void {
    for (const [socket, answers] of this.connections) {
      if (!answers.some(({ req }) => req.complete)) socket.destroy();
    }
  }
}
