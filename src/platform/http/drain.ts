import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';

/** How often connections are looked for that have become idle. */
const SWEEP_MS = 50;
/** A request that has not come as a whole by then never will; also on a connection of the last moment. */
const WHOLE_REQUEST_TIMEOUT_MS = 1_000;

/** Ends an HTTP server without failing a request (contract 12). */
export class Drain {
  /**
   * Open connections, each with what is being answered there. No `Set` of answers: one that things come and go in
   * leaves old tables behind, each of which keeps the next and what was in it until a full collection.
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
    // Before the service's own listener, which may answer at once.
    server.prependListener('request', (request, response) => {
      const answers = this.connections.get(request.socket)!;
      answers.push(response);
      response.once('close', () => answers.splice(answers.indexOf(response), 1));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** From now on each answer says that its connection ends with it, and so it does. */
  begin(): void {
    this.begun = true;
    for (const answer of [...this.connections.values()].flat()) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  /**
   * Refuses new connections; resolves when all that were accepted have ended, by themselves or, at
   * last, after `mostMs`: a client that never finishes its request must not keep the process.
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
   * The operating system completes connections before Node accepts them, one a round of the event
   * loop; closing the socket would reset those in between.
   */
  private async acceptQueued(mostMs: number): Promise<void> {
    // From here to the next is not a whole round, so that nothing may have been accepted in it.
    await nextRound();
    const end = performance.now() + mostMs;
    let before: number;
    do {
      before = this.accepted;
      await nextRound();
    } while (this.accepted > before && performance.now() < end);
  }

  /** All but those that are being answered. Node takes a connection without a whole request for a busy one. */
  private closeHalfSent(): void {
    for (const [socket, answers] of this.connections) {
      if (!answers.some(({ req }) => req.complete)) socket.destroy();
    }
  }
}
