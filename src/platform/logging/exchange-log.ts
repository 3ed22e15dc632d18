import type { Logger } from 'pino';
import { PROBLEMS } from '../problems/catalogue.js';
import type { Exchange } from '../http/exchange.middleware.js';

/** Writes one line a request (contract 12), with the pattern of the route: an address holds the caller's text. */
export const exchangeLog =
  (log: Logger) =>
  ({ caller, refusal, ...exchange }: Exchange): void => {
    const { requestId, traceId, method, route, status, durationMs } = exchange;
    // A tool call that failed is a refusal inside a good answer: what counts is its own status.
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
