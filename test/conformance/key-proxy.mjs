import { once } from 'node:events';
import { createServer, request } from 'node:http';

/**
 * Starts a proxy that adds a publisher key, because the suite has no option for header fields. If `Origin` is the
 * origin of the proxy, the proxy replaces it by the origin of the service. The proxy passes on `Host`, and any other
 * `Origin`, unchanged, so that the service itself checks these fields.
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
