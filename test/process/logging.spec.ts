import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn, tryToSignIn } from '../desk/person.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase } from '../setup/fresh-database.js';
import { lockAwaited, whileLocked } from '../setup/lock-awaited.js';
import { addApprover, issueKey } from '../setup/operator.js';
import { rpc, toolCall } from '../setup/rpc.js';
import { startService } from '../setup/service.js';
import { sql } from '../setup/sql.js';
import { type LogLine, logLines } from './log-lines.js';

const database = await freshDatabase();
const service = await startService({
  databaseUrl: database.url,
  env: { ROLE: 'api', LOG_LEVEL: 'trace' },
});
const owner = await issueKey(database.url);
const api = client(service.url, owner.key);

afterAll(() => database.drop());

/** Waits for the log lines of a request, which the service writes after it has sent the answer. */
async function linesOf(requestId: string): Promise<LogLine[]> {
  for (;;) {
    const lines = logLines(service.output()).filter((line) => line['requestId'] === requestId);
    if (lines.length > 0) return lines;
    await sleep(10);
  }
}

describe('the log', () => {
  it('[4.traceparent-logged] has the trace id of a request if its caller sends a valid traceparent', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sent: Record<string, string | undefined> = {
      traced: `00-${trace}-00f067aa0ba902b7-01`,
      later: `cc-${trace}-00f067aa0ba902b7-01-what-comes-after`,
      malformed: `00-${trace}-00f067aa0ba902b7`,
      zero: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    };
    for (const [id, traceparent] of Object.entries(sent)) {
      const headers = { 'X-Request-Id': id, traceparent: traceparent! };
      await api.request('GET', '/api/v1/account/usage', { headers });
    }
    const traces = await Promise.all(
      Object.keys(sent).map(async (id) => (await linesOf(id)).at(-1)?.['traceId']),
    );
    expect(traces).toEqual([trace, trace, undefined, undefined]);
  });

  it('[12.logs-json] has one line per request, with its id, key, account, route, status and duration', async () => {
    const { body } = await api.create(newDocument(), { headers: { 'X-Request-Id': 'one' } });
    await api.read(body.id, { 'X-Request-Id': 'two' });
    expect(await linesOf('one')).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        pid: service.pid,
        hostname: expect.any(String),
        requestId: 'one',
        keyId: owner.keyId,
        accountId: owner.accountId,
        method: 'POST',
        route: '/api/v1/publications',
        status: 201,
        durationMs: expect.any(Number),
        msg: 'POST /api/v1/publications 201',
      },
    ]);
    expect(await linesOf('two')).toMatchObject([
      { method: 'GET', route: '/api/v1/publications/:id', status: 200 },
    ]);
  });

  it('[12.logs-json] has a line for each refusal, with its code', async () => {
    await client(service.url).request('GET', '/api/v1/publications', {
      headers: { 'X-Request-Id': 'stranger' },
    });
    await client(service.url).request('GET', '/nowhere/at/all/', {
      headers: { 'X-Request-Id': 'nowhere' },
    });
    const [stranger] = await linesOf('stranger');
    expect(stranger).toMatchObject({ status: 401, code: 'unauthorized', level: 'info' });
    expect(stranger).not.toHaveProperty('keyId');
    expect(await linesOf('nowhere')).toMatchObject([
      { status: 404, code: 'not_found', route: null },
    ]);
  });

  it('[12.logs-json] [4.request-id-kept] [6.problem] has a line for a request without a Host field, which is refused with a problem and its request id', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /health/live HTTP/1.1\r\nX-Request-Id: no-host\r\nConnection: close\r\n\r\n');
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nX-Request-Id: no-host\r\n/);
    expect(head).toContain('\r\nContent-Type: application/problem+json\r\n');
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', requestId: 'no-host' });
    expect(await linesOf('no-host')).toMatchObject([{ status: 400 }]);
  });

  it('has a line for a request whose client did not wait for the answer', async () => {
    const { body } = await api.create(newDocument());
    const lines = await whileLocked(database.url, 'LOCK TABLE revision', async () => {
      const gone = new AbortController();
      const waiting = fetch(`${service.url}/api/v1/publications/${body.id}`, {
        headers: {
          Authorization: `Bearer ${owner.key}`,
          'X-Request-Id': 'impatient',
        },
        signal: gone.signal,
      });
      // Waits until the statement of the request waits for the lock.
      await lockAwaited(database.url);
      gone.abort();
      await expect(waiting).rejects.toThrow('aborted');
      return linesOf('impatient');
    });
    expect(lines).toMatchObject([{ route: '/api/v1/publications/:id', status: 499 }]);
  });

  it('[8.wait-seconds] has a line for a tool call whose client disconnected during its wait, which keeps its write', async () => {
    const { id } = (await api.create(newDocument())).body;
    const args = { id, expectedVersion: 1, idempotencyKey: 'gone' };
    const call = (waitSeconds: number) => toolCall('publish_publication', { ...args, waitSeconds });
    const gone = new AbortController();
    const waiting = fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owner.key}`,
        'Content-Type': 'application/json',
        'X-Request-Id': 'gone',
      },
      body: JSON.stringify(call(30)),
      signal: gone.signal,
    });
    const named = 'SELECT FROM release WHERE publication_id = $1';
    await expect.poll(() => sql(database.url, named, [id])).toHaveLength(1);
    gone.abort();
    await expect(waiting).rejects.toThrow('aborted');
    expect(await linesOf('gone')).toMatchObject([{ route: '/mcp', status: 499 }]);
    const { message } = await rpc(service.url, owner.key, call(0));
    expect(message.result).toMatchObject({ _meta: { 'imprimatur/replayed': true } });
  });

  it('[6.internal-logged] [6.internal-silent] has the cause of an internal error with its stack trace, and the answer shows neither', async () => {
    await sql(database.url, 'ALTER TABLE daily_usage RENAME TO lost');
    const answer = await api.create(newDocument(), { headers: { 'X-Request-Id': 'broken' } });
    const create = toolCall('create_publication', { ...newDocument(), idempotencyKey: 'broken' });
    const called = await rpc(service.url, owner.key, create, { 'X-Request-Id': 'broken-call' });
    await sql(database.url, 'ALTER TABLE lost RENAME TO daily_usage');
    expect(called.status).toBe(200);
    expect(called.text).toContain('internal_error');
    expect(called.text).not.toMatch(/daily_usage|lost|\.js/);
    const cause = { code: '42P01', message: 'relation "daily_usage" does not exist' };
    expect(await linesOf('broken-call')).toMatchObject([
      { level: 'error', status: 200, code: 'internal_error', route: '/mcp', err: cause },
    ]);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/daily_usage|lost|\.js|\bat\b.*:\d+/);
    expect(await linesOf('broken')).toMatchObject([
      {
        level: 'error',
        status: 500,
        code: 'internal_error',
        route: '/api/v1/publications',
        accountId: owner.accountId,
        err: {
          ...cause,
          stack: expect.stringMatching(/\n +at .*writes.*\.js:\d+/),
        },
      },
    ]);
  });

  it('[7.key-nowhere] [13.nowhere] has no secret part of a key or of a session, wherever a client puts the key', async () => {
    const { key, keyId } = owner;
    const secret = key.slice(`imp_${keyId}_`.length);
    const stranger = client(service.url);
    await stranger.request('GET', `/api/v1/publications/${key}?key=${key}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    await stranger.request('GET', `/${key}/%ff?${key}`);
    await stranger.request('GET', '/api/v1/publications', {
      headers: { Authorization: `Bearer ${key}x`, 'X-Request-Id': key },
    });
    await stranger.request('GET', '/api/v1/publications', {
      headers: { Authorization: `Basic ${key}`, 'User-Agent': key, Referer: key },
    });
    await api.create(`{"locale":"${key}`, { headers: { 'X-Request-Id': 'last' } });
    const { key: signInKey } = await addApprover(database.url, owner.accountId);
    const { cookie } = await signIn(service.url, signInKey);
    await tryToSignIn(service.url, `${signInKey}x`);
    await client(service.url, signInKey).request('GET', '/api/v1/publications', {
      headers: { 'X-Request-Id': 'very-last' },
    });
    await linesOf('very-last');
    for (const word of [signInKey.split('_')[3]!, cookie.split('=')[1]!]) {
      expect(service.output()).not.toContain(word);
    }
    expect(service.output()).not.toContain(`imp_${keyId}`);
    expect(service.output() + service.complaints()).not.toContain(secret);
    expect(await (await fetch(`${service.metricsUrl}/metrics`)).text()).not.toContain(secret);
  });

  it('[11.log-level] has the lines of LOG_LEVEL and above', () => {
    const levels = new Set(logLines(service.output()).map((line) => line['level']));
    expect(levels).toContain('debug');
    expect(levels).toContain('info');
  });

  it('has no line on stderr, where the driver warns about a name of a statement that is too long, even for a list with all filters', async () => {
    const filters = 'state=draft&indexStatus=not_published&locale=en&slug=a&tag=b';
    expect((await api.list(`?sort=-createdAt&${filters}`)).status).toBe(200);
    expect(service.complaints()).toBe('');
  });

  it('[12.node-20] says at start that Node.js 20 gets no security fixes, and nothing on newer versions', () => {
    const said = logLines(service.output()).filter(({ msg }) =>
      String(msg).startsWith('Node.js 20 '),
    );
    expect(said).toHaveLength(process.versions.node.startsWith('20.') ? 1 : 0);
  });

  it('[12.logs-pretty] is coloured text instead of JSON in a terminal', async () => {
    const main = new URL('../../dist/src/main.js', import.meta.url).pathname;
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      PORT: String(port),
      METRICS_PORT: '0',
      SHUTDOWN_GRACE_MS: '0',
    };
    // `script` gives the service a terminal. Ctrl-C ends the service.
    const command = `${process.execPath} ${main}`;
    let shown = '';
    const terminal = execFile('script', ['--quiet', '--command', command, '/dev/null'], { env });
    terminal.stdout!.on('data', (chunk: string) => (shown += chunk));
    while (!shown.includes('The service is running.')) await sleep(20);
    terminal.stdin!.write('\u0003');
    await new Promise((resolve) => terminal.once('close', resolve));
    const plain = stripVTControlCharacters(shown);
    expect(plain).not.toBe(shown);
    expect(plain).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: The service is running\. \{/m);
    expect(shown).not.toContain('{"level"');
  });
});
