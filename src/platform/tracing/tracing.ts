import type { RequestHandler } from 'express';

/** Attributes of a span. They must not contain document text or keys. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Records spans. A recorder exists, and OpenTelemetry is loaded, only if the variables `OTEL_*` switch traces on. */
export interface SpanRecorder {
  /**
   * @param parent `traceparent` of the parent span (W3C Trace Context); `undefined` for the current span, `null` for no
   * parent
   */
  run<T>(
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<T>,
    parent: string | null | undefined,
  ): Promise<T>;
  /** Records a span that has already ended. `begun` and `ended` are times of `performance.now()`. */
  add(name: string, parent: string, begun: number, ended: number): void;
  traceparent(): string | null;
  readonly requests: RequestHandler;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

let recorder: SpanRecorder | undefined;

/** Sets the recorder for all later spans. With `undefined`, no spans are recorded. */
export function recordSpans(by: SpanRecorder | undefined): void {
  recorder = by;
}

/** Runs `work`, in a span if spans are recorded. */
export const traced = <T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  parent?: string | null,
): Promise<T> => (recorder ? recorder.run(name, attributes, work, parent) : work());

/**
 * Adds a span that ends now. `parent` is the `traceparent` that was saved when the work was requested. If `parent` is
 * `null`, adds nothing.
 */
export function addSpan(name: string, parent: string | null, begun: number): void {
  if (recorder && parent !== null) recorder.add(name, parent, begun, performance.now());
}

/**
 * Returns the `traceparent` of the current span, to be saved for work that starts later; `null` if there is no span.
 */
export const traceparent = (): string | null => recorder?.traceparent() ?? null;

export const requestSpans: RequestHandler = (request, response, next) => {
  if (recorder) recorder.requests(request, response, next) as void;
  else next();
};
