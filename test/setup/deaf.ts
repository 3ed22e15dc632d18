import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Number of addresses from which clients request a page. One address may have 32 requests in progress (contract 4). */
const ADDRESSES = 4;

/**
 * Opens connections of clients that request a page, read nothing of it, and never end the connection. The clients have
 * other addresses than the rest of the test.
 * @param count at most 32 times the number of addresses
 */
export const dialDeaf = (page: string, count: number): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => dial(page, 2 + (at % ADDRESSES))));

async function dial(page: string, address: number): Promise<Socket> {
  const { port, pathname } = new URL(page);
  const socket = connect({
    host: '127.0.0.1',
    port: Number(port),
    localAddress: `127.0.0.${address}`,
    allowHalfOpen: true,
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket.pause();
}
