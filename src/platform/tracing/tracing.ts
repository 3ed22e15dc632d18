import type { RequestHandler } from 'express';

/** What a span says of its work: no text of a document, no key. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Where spans go. There is none, and nothing of OpenTelemetry is loaded, unless `OTEL_*` asks for it. */
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
  /** Of the span that runs this. */
  traceparent(): string | null;
  /** Makes a span of each request. */
  readonly requests: RequestHandler;
  /** Exports what is left. */
  close(): Promise<void>;
}

let recorder: SpanRecorder | undefined;

/** From now on spans are recorded; `undefined`: no longer. */
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

/** Adds a span that is over by now; `parent` is what `traceparent` told where it was asked for. */
export function addSpan(name: string, parent: string | null, begun: number): void {
  if (recorder && parent !== null) recorder.add(name, parent, begun, performance.now());
}

/** The `traceparent` under which what is asked for now belongs to this trace; `null` where there is none. */
export const traceparent = (): string | null => recorder?.traceparent() ?? null;

/** Makes a span of each request, where spans are recorded. */
export const requestSpans: RequestHandler = (request, response, next) => {
  if (recorder) recorder.requests(request, response, next) as void;
  else next();
};
