import type { Exchange } from '../http/exchange.middleware.js';
import type { Metrics } from './metrics.js';

/** Measures a request. Addresses without a route are one: their number is the caller's to choose. */
export const exchangeMetrics =
  (metrics: Metrics) =>
  ({ method, route, status, durationMs, refusal }: Exchange): void => {
    metrics.requestDuration.observe({ method, route: route ?? 'none', status }, durationMs / 1_000);
    if (refusal) metrics.refusals.inc({ code: refusal.code, door: refusal.door });
  };
