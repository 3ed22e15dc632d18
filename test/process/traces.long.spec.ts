import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { type FreshDatabase, freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { expectAccepted } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { logLines } from './log-lines.js';
import { TraceCollector } from './trace-collector.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('traces', () => {
  let database: FreshDatabase;
  let collector: TraceCollector;
  let service: Service;
  let worker: Service;
  let api: Client;
  let publicKey: string;
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE);

  beforeAll(async () => {
    database = await freshDatabase();
    collector = await TraceCollector.open();
    ({ key: publicKey } = await issueKey(database.url, { limit: 1_000 }));
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=press',
    };
    const start = (role: string) =>
      startService({ databaseUrl: database.url, env: { ...env, ROLE: role } });
    [service, worker] = await Promise.all([start('api'), start('worker')]);
    api = client(service.url, publicKey);
  });
  afterAll(async () => {
    await Promise.all([service.stop(), worker.stop()]);
    collector.close();
    await database.drop();
  });

  it('[12.traces] [11.traces] follow a publish from the request to `ready`, across processes', async () => {
    const { id } = expectAccepted(await api.create(newDocument()), 201);
    const headers = { Prefer: 'wait=20', traceparent: TRACEPARENT };
    const published = await api.publish(id, { expectedVersion: 1 }, { headers });
    expect(expectAccepted(published, 202).indexStatus).toBe('ready');
    await expect.poll(() => ofTrace().map(({ name }) => name)).toContain('release');
    await expect.poll(() => ofTrace().length).toBe(6);
    const spans = ofTrace();
    const parentOf = ({ parentSpanId }: { parentSpanId?: string }) =>
      spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? parentSpanId;
    const tree = spans.map((span) =>
      [span.name, span.role, span.service, parentOf(span)].join(' < '),
    );
    expect(tree.toSorted()).toEqual(
      [
        'POST /api/v1/publications/:id/publish < api < press < 00f067aa0ba902b7',
        'accept write < api < press < POST /api/v1/publications/:id/publish',
        'claim < worker < press < accept write',
        'make public < worker < press < release',
        'release < worker < press < accept write',
        'render < worker < press < release',
      ].toSorted(),
    );
  });

  it('[12.traces] [7.key-nowhere] have their id in the log line of the request, and contain no key', async () => {
    const { headers } = await api.list();
    const requestId = headers.get('X-Request-Id');
    const line = () => logLines(service.output()).find((one) => one['requestId'] === requestId);
    await expect.poll(line).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const { traceId } = line()!;
    await expect
      .poll(() =>
        collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name),
      )
      .toEqual(['GET /api/v1/publications']);
    expect(JSON.stringify(collector.bodies)).not.toContain(publicKey);
  });

  it('[11.traces] are not exported if they are turned off', async () => {
    const before = collector.spans.length;
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_EXPORTER: 'none' };
    const silent = await startService({ databaseUrl: database.url, env });
    const caller = client(silent.url, publicKey);
    expectAccepted(
      await caller.create(newDocument(), { headers: { traceparent: TRACEPARENT } }),
      201,
    );
    expect(await silent.stop()).toBe(0);
    expect(collector.spans).toHaveLength(before);
  });
});
