import type { Logger } from 'pino';
import type { Exchange } from '../http/exchange.middleware.js';

/**
 * Writes the one line of a request (CONTRACT 12). It has the route's pattern and no address, for
 * what stands in an address is the caller's; and what was thrown where the fault is ours.
 */
export const exchangeLog =
  (log: Logger) =>
  ({ caller, refusal, ...exchange }: Exchange): void => {
    const { requestId, method, route, status, durationMs } = exchange;
    const ours = status >= 500;
    log[ours ? 'error' : 'info'](
      {
        requestId,
        keyId: caller?.keyId,
        accountId: caller?.accountId,
        method,
        route,
        status,
        durationMs,
        code: refusal?.code,
        ...(ours && refusal ? { err: refusal.error } : {}),
      },
      `${method} ${route ?? 'no route'} ${status}`,
    );
  };
