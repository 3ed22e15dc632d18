import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';

/**
 * Express with request and response classes that inherit from Express's prototypes. Plain Express changes the prototype
 * of each request and response that Node makes. V8 then stores the object in a slower form, and frees the object only
 * at a full garbage collection. A trivial route takes 0.03 ms of CPU without Express, 0.05 ms with these classes, and
 * 0.11 ms with plain Express. Plain Express also leaves 9 KB of garbage (Node 20).
 */
export class ServiceExpressAdapter extends ExpressAdapter {
  constructor() {
    super(express());
  }

  override initHttpServer(): void {
    const app: Express = this.getInstance();
    class ServiceIncomingMessage extends IncomingMessage {}
    class ServiceResponse extends ServerResponse<ServiceIncomingMessage> {}
    app.request = prototypeFor(app, ServiceIncomingMessage.prototype, express.request);
    app.response = prototypeFor(app, ServiceResponse.prototype, express.response);
    this.httpServer = createServer(
      { IncomingMessage: ServiceIncomingMessage, ServerResponse: ServiceResponse },
      app,
    );
  }

  /**
   * Closes open connections. If the start fails after the server has begun to listen, no `Drain` closes these
   * connections.
   */
  override close(): Promise<unknown> | undefined {
    this.httpServer?.closeAllConnections();
    return super.close();
  }
}

/**
 * Makes `prototype` inherit from `inherited`, and adds the application as `app`. Plain Express does both for each
 * object.
 */
function prototypeFor<T extends object>(app: Express, prototype: object, inherited: T): T {
  Object.setPrototypeOf(prototype, inherited);
  const known = { configurable: true, enumerable: true, writable: true, value: app };
  return Object.defineProperty(prototype, 'app', known) as T;
}
