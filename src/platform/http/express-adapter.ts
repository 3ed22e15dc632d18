import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';

/**
 * Express with its own prototypes for requests and responses. Express changes the prototype of each object that Node
 * makes, and V8 then keeps each one as a dictionary until the next full collection. A route that only answers took
 * 0.11 ms of CPU and left 9 KB; now it takes 0.05 ms and leaves nothing. Without Express it takes 0.03 ms (Node 20).
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

  /** Does not wait for open connections: a start that fails after it listened is not drained. */
  override close(): Promise<unknown> | undefined {
    this.httpServer?.closeAllConnections();
    return super.close();
  }
}

/** Makes a prototype what Express makes of it: it inherits from that of Express, and knows the application. */
function prototypeFor<T extends object>(app: Express, prototype: object, inherited: T): T {
  Object.setPrototypeOf(prototype, inherited);
  const known = { configurable: true, enumerable: true, writable: true, value: app };
  return Object.defineProperty(prototype, 'app', known) as T;
}
