import { randomUUID } from 'node:crypto';
import type { Server, IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../config/config.js';
import { malformedRequest } from '../problems/common-problems.js';
import { requestSpans } from '../tracing/tracing.js';
import { type Exchange, exchanges } from './exchange.middleware.js';
import { answerMalformed } from './malformed-request.js';
import type { ServiceRequest } from './service-request.js';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/** Longer than balancers keep a connection (60 s is usual), so that it is never us who end it first. */
const KEEP_ALIVE_MS = 75_000;
/** A body of 4 MiB in this time is 0.6 Mbit/s. */
const REQUEST_MS = 60_000;
const HEADERS_MS = 20_000;
/** Closes a silent connection of a client that does not read. Longer than any answer takes (wait 30 s). */
const SILENCE_MS = 55_000;

const ACCEPTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets up what holds for all routes; call it before the routes are made. */
export function setUpHttp(
  app: NestExpressApplication,
  config: Config,
  ...observers: ((exchange: Exchange) => void)[]
): void {
  app.disable('x-powered-by');
  // The one route with an ETag makes its own (contract 4).
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use(requestId);
  app.use(requestSpans);
  app.use(conditionalByValidators);
  app.use(exchanges(...observers));
  app.use(requireHost);
  app.use('/api', privateAnswers, decodable);
  if (config.corsOrigins.length > 0) app.enableCors(apiCors(config.corsOrigins));

  const server: Server = app.getHttpServer();
  // `requireHost` does that. Node reads this at every request, though its types do not know it.
  Object.assign(server, { requireHostHeader: false });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.timeout = SILENCE_MS;
  lingerOnClose(server);
  server.on('clientError', answerMalformed(config.publicBaseUrl, server));
  // An expectation that is none of ours changes nothing; Node would answer without a request id.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function privateAnswers(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'private, no-cache');
  next();
}

/**
 * An id that cannot be decoded is malformed like any other: refused behind the same checks, in the same words
 * (contract 6). Express would refuse its address before there is a route. It is encoded once more, and so is the id of
 * nothing.
 */
function decodable(request: Request, _response: Response, next: NextFunction): void {
  const [path = '', ...query] = request.url.split('?');
  if (!isDecodable(path)) {
    const segments = path
      .split('/')
      .map((each) => (isDecodable(each) ? each : encodeURIComponent(each)));
    request.url = [segments.join('/'), ...query].join('?');
  }
  next();
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether an answer is 304 follows from validators alone (RFC 9110, 13.2.2). Express would not answer
 * 304 to a request with `Cache-Control: no-cache`, which `fetch` adds to every conditional request.
 */
function conditionalByValidators(request: Request, _response: Response, next: NextFunction): void {
  delete request.headers['cache-control'];
  next();
}

/** Gives each request an id, the caller's if it is valid, and puts it on the response (contract 4). */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const id = given !== undefined && ACCEPTABLE_ID.test(given) ? given : randomUUID();
  (request as ServiceRequest).requestId = id;
  response.set('X-Request-Id', id);
  next();
}

/** Refuses no `Host`, and two (RFC 9112 3.2). Node would send no problem, and accept two (contract 4, 6). */
function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name));
  const least = request.httpVersion === '1.1' ? 1 : 0;
  next(hosts.length < least || hosts.length > 1 ? malformedRequest() : undefined);
}

/** Browser programs of these origins may call the API; other addresses have rules of their own. */
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
 * Lets a client that is answered before it has sent its whole body, such as a stranger with a large
 * document, send the rest before the connection is closed. Node closes at once; the operating system
 * then resets the connection, and the client sees no answer (RFC 9112 9.6).
 */
function lingerOnClose(server: Server): void {
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
