import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ServiceRequest } from './service-request.js';
import type { Logger } from 'pino';
import { PROBLEMS } from '../problems/catalogue.js';

/** The status that nginx logs for a client that disconnected before the answer began. */
const CLIENT_GONE = 499;

/** Calls the observers after every exchange, even after an exchange that the client aborted. */
export function exchanges(...observers: ((exchange: Exchange) => void)[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const started = performance.now();
    response.once('close', () => {
      const exchange = exchangeOf(request as ServiceRequest, response, performance.now() - started);
      for (const observer of observers) observer(exchange);
    });
    next();
  };
}

/** A finished or aborted request and its answer. */
export type Exchange = ReturnType<typeof exchangeOf>;

const exchangeOf = (request: ServiceRequest, response: Response, durationMs: number) => ({
  requestId: request.requestId,
  /** The trace that is recorded of the request; if none is, the trace in the caller's `traceparent`. */
  traceId: request.traceId ?? traceIdOf(request.headers['traceparent']),
  caller: request.actor,
  method: request.method,
  /** Pattern of the route, such as `/api/v1/publications/:id`; `null` if no route matched. */
  route: (request.route as { path: string } | undefined)?.path ?? null,
  status: response.headersSent ? response.statusCode : CLIENT_GONE,
  durationMs: Math.round(durationMs * 10) / 10,
  refusal: request.refusal,
});

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** Returns the trace id in a `traceparent`. A malformed header is ignored, as W3C Trace Context requires. */
const traceIdOf = (traceparent: string | string[] | undefined): string | undefined =>
  typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;

/**
 * Logs one line per request (contract 12). Logs the route's pattern instead of the address, because the address
 * contains text of callers.
 */
export const exchangeLog =
  (log: Logger) =>
  ({ caller, refusal, ...exchange }: Exchange): void => {
    const { requestId, traceId, method, route, status, durationMs } = exchange;
    // A refused tool call is answered with status 200, so the log level depends on the status of the refusal.
    const fault = refusal && PROBLEMS[refusal.code].status >= 500 ? refusal : undefined;
    log[fault ? 'error' : 'info'](
      {
        requestId,
        traceId,
        keyId: caller?.keyId,
        accountId: caller?.accountId,
        method,
        route,
        status,
        durationMs,
        code: refusal?.code,
        ...(fault ? { err: fault.error } : {}),
      },
      `${method} ${route ?? 'no route'} ${status}`,
    );
  };
