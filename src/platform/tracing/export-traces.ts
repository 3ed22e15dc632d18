import { setTimeout as sleep } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/** Longest time for which a collector that does not answer delays the exit (contract 12). */
const CLOSE_TIMEOUT_MS = 1_000;
const UNREF = { ref: false };

/**
 * Exports spans by OTLP over HTTP. The variables `OTEL_*` set the collector, the sampling and the service's name.
 * @returns a function that exports the remaining spans
 */
export function exportTraces(role: string): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'imprimatur', 'imprimatur.role': role }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => Promise.race([provider.shutdown(), sleep(CLOSE_TIMEOUT_MS, undefined, UNREF)]);
}
