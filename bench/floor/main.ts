import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { type FloorAnswer, FloorRoutes } from './routes.js';

/**
 * The floor is a server that makes the same rows durable as the service, with `node:http` and `pg` alone. It checks
 * only the expected version of a write, has one account and logs nothing. Therefore no framework can cost less.
 */
const { PORT, DATABASE_URL, ACCOUNT, DATABASE_POOL_SIZE } = process.env;

const pool = new Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });
const routes = new FloorRoutes(pool, ACCOUNT!);

const server = createServer((request, response) => {
  routes.answer(request).then(
    (answer) => send(response, answer),
    (error: unknown) => send(response, { status: 500, body: String(error) }),
  );
});
server.keepAliveTimeout = 75_000;
server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

function send(response: ServerResponse, { status, body, headers }: FloorAnswer): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 304 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(body);
}
