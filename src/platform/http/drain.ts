import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';

/** Interval at which idle connections are closed. */
const SWEEP_MS = 50;
/** After this time, `finish` closes all connections without a complete request, even new connections. */
const WHOLE_REQUEST_TIMEOUT_MS = 1_000;

/**
 * Ends an HTTP server. A client still gets its answer if the request ends within the time `mostMs` of `finish`
 * (contract 12).
 */
export class Drain {
  /**
   * Open connections, each with its open responses. The responses are in an array, because a `Set` frees the memory of
   * removed responses late.
   */
  private readonly connections = new Map<Socket, ServerResponse[]>();
  private accepted = 0;
  private begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.accepted += 1;
      this.connections.set(socket, []);
      socket.once('close', () => this.connections.delete(socket));
    });
    // This listener must run before the listener of the service, which may answer the request immediately.
    server.prependListener('request', (request, response) => {
      const answers = this.connections.get(request.socket)!;
      answers.push(response);
      response.once('close', () => answers.splice(answers.indexOf(response), 1));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** Adds `Connection: close` to every later response, and to open responses whose headers are not sent yet. */
  begin(): void {
    this.begun = true;
    for (const answer of [...this.connections.values()].flat()) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  /**
   * Refuses new connections, and waits until the accepted connections end. After `mostMs` ms, closes the connections
   * that are still open.
   */
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

  /**
   * Lets Node accept the connections that wait in the operating system's queue, because closing the server would reset
   * these connections. Node accepts one connection in each round of the event loop.
   */
  private async acceptQueued(mostMs: number): Promise<void> {
    // The current round has already begun, and perhaps Node accepts no more connections in this round.
    await nextRound();
    const end = performance.now() + mostMs;
    let before: number;
    do {
      before = this.accepted;
      await nextRound();
    } while (this.accepted > before && performance.now() < end);
  }

  /** Closes connections without a complete request, because `closeIdleConnections` counts these connections as busy. */
  private closeHalfSent(): void {
    for (const [socket, answers] of this.connections) {
      if (!answers.some(({ req }) => req.complete)) socket.destroy();
    }
  }
}
