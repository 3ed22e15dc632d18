import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts a proxy that adds a publisher key, because the suite has no option for header fields. The proxy passes on
 * `Origin` and `Host` unchanged, so that the service itself checks them. Only an `Origin` of the proxy itself is
 * replaced by that of the service.
 * @param {URL} target
 * @param {string} key
 */
export async function keyProxy(target, key) {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    if (headers.origin && new URL(headers.origin).port === String(server.address().port)) {
      headers.origin = target.origin;
    }
    const { hostname, port } = target;
    const passedOn = request(
      { hostname, port, method: asked.method, path: asked.url, headers },
      (answered) => {
        answer.writeHead(answered.statusCode, answered.headers);
        answered.pipe(answer);
      },
    );
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
