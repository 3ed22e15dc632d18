import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Response } from 'express';
import type { ServiceRequest } from '../http/service-request.js';
import type { SpanRecorder } from './tracing.js';

/** Longest time for which a collector that does not answer delays the exit (contract 12). */
const CLOSE_TIMEOUT_MS = 1_000;
const UNREF = { ref: false };
/** Health checks are not traced, because load balancers make about one per second. */
const PROBES = /^\/health\//;

/** Exports spans by OTLP over HTTP. The variables `OTEL_*` set the collector, the sampling and the service's name. */
export function openTelemetry(role: string): SpanRecorder {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'imprimatur', 'imprimatur.role': role }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = trace.getTracer('imprimatur');
  return {
    run: (name, attributes, work, parent) => {
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
    },

    add: (name, parent, begun, ended) =>
      tracer.startSpan(name, { startTime: begun }, contextOf(parent)).end(ended),

    traceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagation.inject(context.active(), carrier);
      return carrier.traceparent ?? null;
    },

    requests: (request, response, next) => {
      if (PROBES.test(request.path)) return next();
      const { method, headers } = request;
      const from = propagation.extract(ROOT_CONTEXT, headers);
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, from);
      (request as ServiceRequest).traceId = span.spanContext().traceId;
      response.once('close', () => endRequest(span, request as ServiceRequest, response));
      return context.with(trace.setSpan(from, span), next);
    },

    close: () => Promise.race([provider.shutdown(), sleep(CLOSE_TIMEOUT_MS, undefined, UNREF)]),
  };
}

/** Makes a context with the span that `traceparent` identifies. For `null`, the context has no span. */
const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });

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
