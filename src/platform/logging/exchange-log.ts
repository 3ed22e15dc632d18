import type { Logger } from 'pino';
import { PROBLEMS } from '../problems/catalogue.js';
import type { Exchange } from '../http/exchange.middleware.js';

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
