import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Application, Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceExpressAdapter } from '../../../src/platform/http/express-adapter.js';

describe('the Express adapter of the service', () => {
  let adapter: ServiceExpressAdapter;
  let server: ReturnType<ServiceExpressAdapter['getHttpServer']>;
  let port: number;

  beforeEach(async () => {
    adapter = new ServiceExpressAdapter();
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });

  afterEach(() => adapter.close());

  it('does not change the prototypes of requests and responses, because V8 would then be slow', async () => {
    const app: Application = adapter.getInstance();
    const before: unknown[] = [];
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      before.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    });
    app.get('/', (request: Request, response: Response) => {
      const after = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
      const areSame = after.every((prototype, place) => prototype === before[place]);
      response.json({ areSame, knowApp: request.app === app && response.app === app });
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.json()).toEqual({ areSame: true, knowApp: true });
  });

  it('closes open connections when it is closed', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(server, 'connection');
    socket.write('GET / HTTP/1.1\r\n');
    const closed = once(socket, 'close');
    await adapter.close();
    await closed;
  });
});
