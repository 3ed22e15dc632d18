import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { RequestHandler, Response } from 'express';
import type { ServiceRequest } from '../http/service-request.js';

/** Records nothing until `exportTraces` registers a provider. */
const tracer = trace.getTracer('imprimatur');
/** Health checks are not traced, because load balancers make about one per second. */
const PROBES = /^\/health\//;

/**
 * Runs `work` in a span.
 * @param attributes must not contain document text or keys
 * @param parent `traceparent` of the parent span (W3C Trace Context); `undefined` for the current span, `null` for no
 * parent
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  parent?: string | null,
): Promise<T> {
  const within = parent === undefined ? context.active() : contextOf(parent);
  return tracer.startActiveSpan(name, { attributes }, within, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Adds a span that ends now. `parent` is the `traceparent` that was saved when the work was requested. If `parent` is
 * `null`, adds nothing.
 * @param begun time of `performance.now()`
 */
export function addSpan(name: string, parent: string | null, begun: number): void {
  if (parent === null) return;
  tracer.startSpan(name, { startTime: begun }, contextOf(parent)).end(performance.now());
}

/**
 * Returns the `traceparent` of the current span, to be saved for work that starts later; `null` if there is no span.
 */
export function traceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

export const requestSpans: RequestHandler = (request, response, next) => {
  if (PROBES.test(request.path)) return next();
  const { method, headers } = request;
  const from = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, from);
  if (!isSpanContextValid(span.spanContext())) return next();
  (request as ServiceRequest).traceId = span.spanContext().traceId;
  response.once('close', () => endRequest(span, request as ServiceRequest, response));
  return context.with(trace.setSpan(from, span), next);
};

/** Makes a context with the span that a `traceparent` identifies. For `null`, the context has no span. */
const contextOf = (parent: string | null): Context =>
  parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });

/**
 * Ends a request's span. Names the span by the route's pattern instead of the address, because the address contains
 * text of the caller.
 */
function endRequest(span: Span, request: ServiceRequest, { statusCode }: Response): void {
  const { method, requestId, refusal } = request;
  const route = (request.route as { path: string } | undefined)?.path;
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': statusCode,
    'imprimatur.request_id': requestId,
    ...(refusal ? { 'imprimatur.code': refusal.code } : {}),
  });
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Marks a span as failed. Records only the error's name, because the error's message may contain text of users. */
function fail(span: Span, error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', kind).setStatus({ code: SpanStatusCode.ERROR });
}
