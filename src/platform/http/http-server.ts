import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Config } from '../config/config.js';
import { withoutKeys } from '../logging/redaction.js';
import { malformedRequest } from '../problems/common-problems.js';
import { requestSpans } from '../tracing/tracing.js';
import { decodedUri } from '../validation/rule.js';
import { type Exchange, exchanges } from './exchange.middleware.js';
import { answerMalformed } from './malformed-request.js';
import type { ServiceRequest } from './service-request.js';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/**
 * Time for which a connection stays open after an answer. Load balancers usually close idle connections after 60 s.
 * With this longer time, the load balancer usually closes a connection before the service does.
 */
const KEEP_ALIVE_MS = 75_000;
/** Time in which a whole request must arrive. A body of 3 MiB arrives within this time at 0.4 Mbit/s. */
const REQUEST_MS = 60_000;
const HEADERS_MS = 20_000;
/**
 * A connection without traffic is closed after this time. After an answer, `KEEP_ALIVE_MS` applies instead. Every
 * answer comes within less time, because `Prefer: wait` is limited to 30 s.
 */
const SILENCE_MS = 55_000;

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets up the server and the middleware for all routes. Must be called before the routes are registered. */
export function setUpHttp(
  app: NestExpressApplication,
  config: Config,
  ...observers: ((exchange: Exchange) => void)[]
): void {
  app.disable('x-powered-by');
  // Express must not add an ETag: the routes with an ETag compute it themselves (contract 4).
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use(requestId);
  app.use(plainAddress);
  app.use(requestSpans);
  app.use(conditionalByValidators);
  app.use(exchanges(...observers));
  app.use(requireHost);
  app.use('/api', privateAnswers);
  app.use(['/api', '/.well-known'], decodable);
  if (config.corsOrigins.length > 0) app.enableCors(apiCors(config.corsOrigins));

  const server: Server = app.getHttpServer();
  // Switches off Node's check of `Host`, which `requireHost` replaces. Node's types do not have the option
  // `requireHostHeader`.
  Object.assign(server, { requireHostHeader: false });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.timeout = SILENCE_MS;
  lingerOnClose(server);
  server.on('clientError', answerMalformed(config.publicBaseUrl, server));
  // Ignores an unknown `Expect` header. Without this listener, Node would answer 417 itself, without a request id.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function privateAnswers(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'private, no-cache');
  next();
}

/**
 * Percent-encodes path segments that cannot be decoded, because Express would refuse a path with such a segment before
 * any route. The route then answers as for any other malformed id or unknown address (contract 6, 8).
 */
function decodable(request: Request, _response: Response, next: NextFunction): void {
  const [path = '', ...query] = request.url.split('?');
  if (decodedUri(path) === undefined) {
    const segments = path
      .split('/')
      .map((each) => (decodedUri(each) === undefined ? encodeURIComponent(each) : each));
    request.url = [segments.join('/'), ...query].join('?');
  }
  next();
}

/** Percent-encoded letters, digits, `-`, `.`, `_` and `~`, which mean the same as these characters (RFC 3986, 6.2.2.2). */
const UNRESERVED = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/** Decodes unreserved characters in the path, so that every spelling of an address finds the same route. */
function plainAddress(request: Request, _response: Response, next: NextFunction): void {
  const [path = '', ...query] = request.url.split('?');
  const plain = path.replaceAll(UNRESERVED, decodeURIComponent);
  if (plain !== path) request.url = [plain, ...query].join('?');
  next();
}

/**
 * Removes `Cache-Control` from requests. Only `If-None-Match` and `If-Modified-Since` decide whether the answer is 304
 * (RFC 9110, 13.2.2). Express would not answer 304 to a request with `Cache-Control: no-cache`, which `fetch` adds to
 * every conditional request.
 *
 * An answer without `ETag` is never 304 for `If-None-Match: *`. Express would send a 304 that hides the answer, for
 * example the answer of a health check.
 */
function conditionalByValidators(request: Request, response: Response, next: NextFunction): void {
  delete request.headers['cache-control'];
  if (request.headers['if-none-match']?.trim() === '*') {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isFresh = (): boolean =>
      isRead && response.statusCode === 200 && response.hasHeader('ETag');
    Object.defineProperty(request, 'fresh', { get: isFresh });
  }
  next();
}

/**
 * Sets the id of each request and its response (contract 4, 7). The caller's id is used if it is valid and contains no
 * publisher key. In all other cases, a new id is made. An id with a key is not used, because ids are logged.
 */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const isValid = given !== undefined && ACCEPTABLE_ID.test(given) && withoutKeys(given) === given;
  const id = isValid ? given : randomUUID();
  (request as ServiceRequest).requestId = id;
  response.set('X-Request-Id', id);
  next();
}

/**
 * Refuses an HTTP/1.1 request without `Host`, and any request with two `Host` headers (RFC 9112 3.2). Node's own check
 * would accept two headers, and the refusals of Node would have no problem body (contract 4, 6).
 */
function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  const least = request.httpVersion === '1.1' ? 1 : 0;
  next(hosts.length < least || hosts.length > 1 ? malformedRequest() : undefined);
}

/**
 * Makes the CORS options of a request. Scripts of the origins in `CORS_ORIGINS` may call the API. Addresses outside the
 * API have their own CORS rules.
 */
const apiCors =
  (origins: readonly string[]) =>
  (request: Request, done: (error: null, options: CorsOptions) => void): void => {
    if (!/^\/api\/v1(\/|$)/.test(request.path)) return done(null, { origin: false });
    done(null, {
      origin: [...origins],
      methods: 'GET,HEAD,POST,PUT,PATCH',
      allowedHeaders:
        'Authorization,Content-Type,Idempotency-Key,Prefer,If-Match,If-None-Match,X-Request-Id,traceparent,tracestate',
      exposedHeaders:
        'Allow,ETag,Link,Location,Retry-After,RateLimit,RateLimit-Policy,Idempotent-Replayed,Preference-Applied,WWW-Authenticate,X-Request-Id',
      maxAge: 600,
    });
  };

/**
 * Delays the closing of a connection until the client has sent the whole body of its request. The answer may come
 * earlier, such as a 401 to a large document. Without the delay, Node would close the connection immediately. The
 * operating system would then reset the connection, and the client would see no answer (RFC 9112 9.6).
 */
function lingerOnClose(server: Server): void {
  const unread = new WeakMap<Socket, IncomingMessage>();
  server.prependListener('request', (request) => {
    const { socket } = request;
    unread.set(socket, request);
    // Without this listener, the request and its body would stay in memory as long as the connection is open.
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
