import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/**
 * Lets a client that is answered before it has sent its whole body, such as a stranger with a large
 * document, send the rest before the connection is closed. Node closes at once; the operating system
 * then resets the connection, and the client sees no answer (RFC 9112 9.6).
 */
export function lingerOnClose(server: Server): void {
  const unread = new WeakMap<Socket, IncomingMessage>();
  server.prependListener('request', (request) => {
    const { socket } = request;
    unread.set(socket, request);
    // Kept longer, it would keep its body in memory as long as the connection is open.
    request.once('close', () => unread.get(socket) === request && unread.delete(socket));
  });
  server.on('connection', (socket: Socket) => {
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = unread.get(socket);
      if (request && !request.complete) finished(request, close);
      else close();
    };
  });
}
