import { afterAll, describe, expect, it } from 'vitest';
import { client } from '../setup/client.js';
import { LONG_WAIT, newDocument } from '../setup/document.js';
import { FaultProxy } from '../setup/fault-proxy.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { issueKey } from '../setup/operator.js';
import { rpc, toolCall } from '../setup/rpc.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { startInVain } from './failed-start.js';

const database = await freshDatabase();
const link = await FaultProxy.to(database.url);
// The service runs no worker, so that releases stay in the queue.
const service = await startService({ databaseUrl: link.url, env: { ROLE: 'api' } });
const { key } = await issueKey(database.url);
const api = client(service.url, key);

afterAll(async () => {
  await link.close();
  await database.drop();
});

async function scrape(): Promise<string> {
  const answer = await fetch(`${service.metricsUrl}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

/**
 * Returns the value of a series, which is named in the notation of Prometheus. Returns `undefined` if the text lacks
 * the series.
 */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const valueOf = async (series: string): Promise<number | undefined> =>
  valueIn(await scrape(), series);

/** Polls a series, because a client may get its answer before the service counts the request. */
const expectCounted = (series: string) => expect.poll(() => valueOf(series));

describe('the metrics', { timeout: 120_000 }, () => {
  it('[16.metric] count the warnings about working revisions, by code', async () => {
    await api.create(newDocument({ content: '[Insert text here]' }));
    await expectCounted('imprimatur_warnings_total{code="placeholder"}').toBe(1);
  });

  it('[12.metrics-requests] count requests by route and status, with their latency', async () => {
    const { body } = await api.create(newDocument());
    await api.read(body.id);
    await api.read(body.id);
    await api.read('unknown');
    const read = 'method="GET",route="/api/v1/publications/:id"';
    const name = 'imprimatur_http_request_duration_seconds';
    await expectCounted(`${name}_count{${read},status="404"}`).toBe(1);
    expect(await valueOf(`${name}_count{${read},status="200"}`)).toBe(2);
    expect(await valueOf(`${name}_bucket{le="+Inf",${read},status="200"}`)).toBe(2);
    expect(await valueOf(`${name}_sum{${read},status="200"}`)).toBeGreaterThan(0);
  });

  it('[12.metrics-requests] have one series for all unknown routes', async () => {
    await api.request('GET', '/no/such/address');
    await api.request('GET', '/nor/this/one');
    const series = 'imprimatur_http_request_duration_seconds_count';
    await expectCounted(`${series}{method="GET",route="none",status="404"}`).toBe(2);
  });

  it('[12.metrics-writes] count accepted writes, replays and refusals', async () => {
    const accepted = 'imprimatur_accepted_writes_total{operation="create",channel="http"}';
    const before = (await valueOf(accepted)) ?? 0;
    const document = newDocument();
    const { body } = await api.create(document, { key: 'once' });
    await api.create(document, { key: 'once' });
    await api.create(newDocument(), { key: 'once' });
    await api.update(body.id, { expectedVersion: 1, title: 'Newer' });
    await api.publish(body.id, { expectedVersion: 2 });
    await api.publish(body.id, { expectedVersion: 1 });
    expect(await valueOf(accepted)).toBe(before + 1);
    const series = 'imprimatur_accepted_writes_total';
    expect(await valueOf(`${series}{operation="update",channel="http"}`)).toBe(1);
    expect(await valueOf(`${series}{operation="publish",channel="http"}`)).toBe(1);
    expect(await valueOf('imprimatur_replays_total{operation="create",channel="http"}')).toBe(1);
    const refusals = 'imprimatur_refusals_total';
    await expectCounted(`${refusals}{code="idempotency_key_reused",channel="http"}`).toBe(1);
    await expectCounted(`${refusals}{code="version_conflict",channel="http"}`).toBe(1);
  });

  it('[12.metrics-writes] count the writes, replays and refusals of MCP separately', async () => {
    const call = { idempotencyKey: 'over-mcp', ...newDocument() };
    await rpc(service.url, key, toolCall('create_publication', call));
    await rpc(service.url, key, toolCall('create_publication', call));
    await rpc(service.url, key, toolCall('create_publication', {}));
    const create = '{operation="create",channel="mcp"}';
    expect(await valueOf(`imprimatur_accepted_writes_total${create}`)).toBe(1);
    expect(await valueOf(`imprimatur_replays_total${create}`)).toBe(1);
    const refused = '{code="idempotency_key_required",channel="mcp"}';
    await expectCounted(`imprimatur_refusals_total${refused}`).toBe(1);
  });

  it('[12.metrics-jobs] have the depth of the release queue and the age of its oldest job', async () => {
    const { body } = await api.create(newDocument());
    await api.publish(body.id, { expectedVersion: 1 });
    await sql(database.url, `UPDATE release SET requested_at = now() - interval '90 s'`);
    const due = await sql(database.url, 'SELECT FROM release WHERE due_at IS NOT NULL');
    // Polls, because a scrape omits a value that the database does not return in time.
    await expectCounted('imprimatur_release_queue_depth').toBe(due.length);
    await expectCounted('imprimatur_release_queue_oldest_seconds').toBeGreaterThanOrEqual(90);
    expect(await valueOf('imprimatur_release_queue_oldest_seconds')).toBeLessThan(120);
  });

  it('[12.metrics-process] have the use of the connection pool, the memory of the process, and the lag of the event loop', async () => {
    const text = await scrape();
    const value = (series: string): number | undefined => valueIn(text, series);
    const pool = 'imprimatur_database_pool{pool="requests"';
    const total = value(`${pool},state="total"}`);
    expect(total).toBeGreaterThan(0);
    expect(value(`${pool},state="idle"}`)).toBeLessThanOrEqual(total!);
    expect(value(`${pool},state="waiting"}`)).toBe(0);
    expect(value('imprimatur_database_refusals_total')).toBe(0);
    expect(value('imprimatur_process_resident_memory_bytes')).toBeGreaterThan(0);
    // Polls, because each scrape starts a new measurement.
    await expectCounted('imprimatur_nodejs_eventloop_lag_p99_seconds').toBeGreaterThan(0);
  });

  it('omit the values that come from the database while it does not answer', async () => {
    link.setMode('blackhole');
    expect(await valueOf('imprimatur_release_queue_depth')).toBeUndefined();
    expect(
      await valueOf('imprimatur_database_pool{pool="requests",state="total"}'),
    ).toBeGreaterThan(0);
    link.setMode('pass');
    await expectCounted('imprimatur_release_queue_depth').toBeDefined();
  });

  it('[12.metrics-port-taken] [12.health-worker] let a worker not start if their port is taken, because its health is there', async () => {
    const { port } = new URL(service.metricsUrl);
    const env = { DATABASE_URL: database.url, ROLE: 'worker', METRICS_PORT: port };
    const { code, complaints } = await startInVain(env);
    expect(code).toBe(1);
    expect(complaints).toEqual([
      expect.stringMatching(
        `^imprimatur: No metrics are served at METRICS_HOST=127.0.0.1 METRICS_PORT=${port}: .*EADDRINUSE.* set METRICS_PORT to another\\.$`,
      ),
    ]);
  });

  it('[12.metrics] [12.metrics-jobs] are at METRICS_HOST and METRICS_PORT, and have the durations of releases and indexings, and the failed releases, in the process that carries them out', async () => {
    const port = await freePort();
    const env = { METRICS_HOST: '127.0.0.2', METRICS_PORT: String(port) };
    const worker = await startService({ databaseUrl: database.url, env });
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(404);
    const { body } = await api.create(newDocument());
    await api.publish(body.id, { expectedVersion: 1 }, LONG_WAIT);
    const { body: bad } = await api.create(newDocument({ content: '>'.repeat(10_000) }));
    await api.publish(bad.id, { expectedVersion: 1 }, LONG_WAIT);
    // Polls, because a release is public a moment before the worker measures this release.
    const measured = async () => (await fetch(`http://127.0.0.2:${port}/metrics`)).text();
    const failed = 'imprimatur_release_failures_total{code="render_failed"} 1\n';
    await expect.poll(measured).toContain(failed);
    for (const step of ['release', 'index']) {
      const counted = new RegExp(`^imprimatur_${step}_duration_seconds_count [1-9]`, 'm');
      await expect.poll(measured).toMatch(counted);
    }
    await worker.stop();
  });
});
