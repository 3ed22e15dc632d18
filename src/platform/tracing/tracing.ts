import type { RequestHandler } from 'express';

/** Attributes of a span: no text of a document, no key. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Records spans. OpenTelemetry is loaded, and a recorder exists, only if `OTEL_*` asks for it. */
export interface SpanRecorder {
  /** @param parent a `traceparent` (W3C Trace Context); `undefined`: the span that runs this; `null`: none */
  run<T>(
    name: string,
    attributes: SpanAttributes,
    work: () => Promise<T>,
    parent: string | null | undefined,
  ): Promise<T>;
  /** Adds what is over by now: `begun` and `ended` are of `performance.now()`. */
  add(name: string, parent: string, begun: number, ended: number): void;
  traceparent(): string | null;
  readonly requests: RequestHandler;
  /** Exports what is left. */
  close(): Promise<void>;
}

let recorder: SpanRecorder | undefined;

/** Records spans from now on; `undefined`: stops. */
export function recordSpans(by: SpanRecorder | undefined): void {
  recorder = by;
}

/** Runs `work` as a span, where spans are recorded; else it is a call and nothing more. */
export const traced = <T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  parent?: string | null,
): Promise<T> => (recorder ? recorder.run(name, attributes, work, parent) : work());

/** Adds a span that has ended; `parent` is the `traceparent` of the time when it was requested. */
export function addSpan(name: string, parent: string | null, begun: number): void {
  if (recorder && parent !== null) recorder.add(name, parent, begun, performance.now());
}

/** The current `traceparent`, for work that starts later; `null`: there is none. */
export const traceparent = (): string | null => recorder?.traceparent() ?? null;

export const requestSpans: RequestHandler = (request, response, next) => {
  if (recorder) recorder.requests(request, response, next) as void;
  else next();
};
