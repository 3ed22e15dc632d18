import type { Logger } from 'pino';
import { PROBLEMS } from '../problems/catalogue.js';
import type { Exchange } from '../http/exchange.middleware.js';

/**
 * Writes the one line of a request (contract 12). It has the route's pattern and no address, for
 * what stands in an address is the caller's; and what was thrown where the fault is ours.
 */
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
