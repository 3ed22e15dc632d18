import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span in the JSON of OTLP. */
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface OtlpExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span, and the process that recorded this span. */
export interface CollectedSpan extends OtlpSpan {
  readonly role: string;
  readonly service: string;
}

/** A server that accepts traces over HTTP, as an OpenTelemetry collector does. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Bodies of the exports, in order of arrival. */
  readonly bodies: OtlpExport[] = [];
  private readonly server = createServer((request, response) => {
    void this.answer(request, response);
  });

  static async open(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    await once(collector.server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request);
    if (request.url === '/v1/traces') this.take(body as OtlpExport);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }

  private take(body: OtlpExport): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const of = (name: string): string =>
        resource.attributes.find(({ key }) => key === name)?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, role: of('imprimatur.role'), service: of('service.name') });
      }
    }
  }
}
