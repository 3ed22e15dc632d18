import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';

/**
 * Express with request and response classes that inherit from its prototypes. Plain Express changes the prototype of
 * each object that Node makes, and V8 then keeps the object as a dictionary until the next full garbage collection. A
 * trivial route takes 0.05 ms of CPU and leaves no garbage. With plain Express it took 0.11 ms and left 9 KB; without
 * Express it takes 0.03 ms (Node 20).
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

  /** Closes open connections at once, because no drain closes them if the start fails after the server listens. */
  override close(): Promise<unknown> | undefined {
    this.httpServer?.closeAllConnections();
    return super.close();
  }
}

/** Gives a prototype what Express gives each object: Express's prototype as parent, and the application as `app`. */
function prototypeFor<T extends object>(app: Express, prototype: object, inherited: T): T {
  Object.setPrototypeOf(prototype, inherited);
  const known = { configurable: true, enumerable: true, writable: true, value: app };
  return Object.defineProperty(prototype, 'app', known) as T;
}
