import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personWith, tryToSignIn } from '../desk/person.js';
import { client } from '../setup/client.js';
import { newDocument } from '../setup/document.js';
import { freePort } from '../setup/free-port.js';
import { freshDatabase, type FreshDatabase } from '../setup/fresh-database.js';
import { assistant } from '../setup/mcp.js';
import { issueKey, operator } from '../setup/operator.js';
import { expectRefusal } from '../setup/refusal.js';
import { type Service, startService } from '../setup/service.js';
import { listening } from './listening.js';
import { logLines } from './log-lines.js';

const ORIGIN = 'https://desk.example.org';

let database: FreshDatabase;
let key: string;
/** `set` is a service with HOST, LOG_LEVEL, DESK, CORS_ORIGINS, TRUST_PROXY and SECURITY_CONTACT; `unset` is a service without them. */
let set: Service;
let unset: Service;

beforeAll(async () => {
  database = await freshDatabase();
  const port = String(await freePort());
  [{ key }, set, unset] = await Promise.all([
    issueKey(database.url, { limit: 1_000 }),
    start({
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      DESK: 'off',
      CORS_ORIGINS: `${ORIGIN},http://localhost:5173`,
      TRUST_PROXY: '1',
      SECURITY_CONTACT: 'mailto:security@example.org',
    }),
    start({ HOST: '', PORT: port, METRICS_PORT: port }),
  ]);
});

afterAll(() => database.drop());

const start = (env: Record<string, string>): Promise<Service> =>
  startService({ databaseUrl: database.url, env: { ROLE: 'api', ...env } });

describe('HOST', () => {
  it('[11.host] [12.metrics] is the only address on which a service listens that serves no metrics', () => {
    expect(listening(set.pid)).toEqual([
      { address: '0100007F', port: Number(new URL(set.url).port) },
    ]);
  });

  it('[11.host] is 0.0.0.0 with DATABASE_URL if it is not set, and the log says so', () => {
    expect(listening(unset.pid)).toEqual([
      { address: '00000000', port: Number(new URL(unset.url).port) },
    ]);
    expect(unset.output()).toContain(
      '"Every machine that can reach this one can reach the service (HOST=0.0.0.0)."',
    );
    expect(set.output()).not.toContain('Every machine');
  });
});

describe('METRICS_PORT', () => {
  it('[12.metrics-port-taken] if it is in use, is left to its user, and the service warns and serves no metrics', async () => {
    const { port } = new URL(unset.url);
    const { msg } = logLines(unset.output()).find(({ level }) => level === 'warn')!;
    expect(msg).toMatch(`No metrics are served at METRICS_HOST=127.0.0.1 METRICS_PORT=${port}: `);
    expect((await fetch(`${unset.url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${unset.url}/metrics`)).status).toBe(404);
  });
});

const preflight = (origin: string, path: string): Promise<Response> =>
  fetch(set.url + path, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
  });

describe('CORS_ORIGINS', () => {
  it('[11.cors] lets pages of these origins call the API with all its header fields', async () => {
    const { status, headers } = await preflight(ORIGIN, '/api/v1/publications');
    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET,HEAD,POST,PUT,PATCH');
    expect(headers.get('Access-Control-Allow-Headers')).toBe(
      'Authorization,Content-Type,Idempotency-Key,Prefer,If-Match,If-None-Match,X-Request-Id,traceparent,tracestate',
    );
    expect(headers.get('X-Request-Id')).not.toBeNull();
  });

  it('[11.cors] exposes the headers of successes and refusals to pages of these origins', async () => {
    for (const Authorization of [`Bearer ${key}`, 'Bearer x']) {
      const { headers } = await fetch(`${set.url}/api/v1/publications`, {
        headers: { Authorization, Origin: 'http://localhost:5173' },
      });
      expect(headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:5173');
      expect(headers.get('Access-Control-Expose-Headers')).toBe(
        'Allow,ETag,Link,Location,Retry-After,RateLimit,RateLimit-Policy,Idempotent-Replayed,Preference-Applied,WWW-Authenticate,X-Request-Id',
      );
      expect(headers.get('Vary')).toContain('Origin');
    }
  });

  it('[11.cors] allows no other origin, and no address outside the API', async () => {
    const foreign = await preflight(
      'https://desk.example.org.evil.example',
      '/api/v1/publications',
    );
    expect(foreign.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const health = await preflight(ORIGIN, '/health/ready');
    expect(health.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('[11.cors] allows no origin if it is not set', async () => {
    const { status, headers } = await fetch(`${unset.url}/api/v1/publications`, {
      method: 'OPTIONS',
      headers: { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' },
    });
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([405, null]);
  });
});

const MORE_THAN_ALLOWED = 61;

/** Sends a request with an invalid key, as if through a proxy, and returns the status. */
const knock = async (forwardedFor: string): Promise<number> =>
  (
    await client(unset.url, 'x').request('GET', '/api/v1/publications', {
      headers: { 'X-Forwarded-For': forwardedFor },
    })
  ).status;

describe('TRUST_PROXY', () => {
  it('[11.trust-proxy] when unset, makes the service take the client address from the connection, not from a header', async () => {
    for (let times = 0; times < MORE_THAN_ALLOWED; times += 1) await knock(`192.0.2.${times}`);
    expect(await knock('192.0.2.200')).toBe(429);
  });

  it('[11.trust-proxy] [9.host-independent] does not change the addresses in answers', async () => {
    const { headers, body } = await client(set.url, key).create(newDocument(), {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    });
    expect(body.url.startsWith(`${set.url}/en/`)).toBe(true);
    expect(headers.get('Location')).toBe(`${set.url}/api/v1/publications/${body.id}`);
  });
});

const securityTxt = ({ url }: Service) => client(url).request('GET', '/.well-known/security.txt');

describe('SECURITY_CONTACT', () => {
  it('[11.security-contact] is in security.txt, which expires within a year', async () => {
    const { status, headers, text } = await securityTxt(set);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    ) as Record<string, string>;
    expect(fields['Contact']).toBe('mailto:security@example.org');
    expect(fields['Canonical']).toBe(`${set.url}/.well-known/security.txt`);
    const days = (Date.parse(fields['Expires']!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('[11.security-contact] answers 404 as JSON if it is not set', async () => {
    const { status, body } = await securityTxt(unset);
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});

const setRule = (accountId: string, rule: string): Promise<unknown> =>
  operator(database.url, 'accounts', 'set-release-rule', accountId, rule);

describe('DESK', () => {
  it('[13.off] [8.asked-decline] is off: the addresses of the desk answer 404, and no refusal links to the desk', async () => {
    const own = await issueKey(database.url);
    for (const path of ['/desk', `/desk/${crypto.randomUUID()}`]) {
      expect((await personWith(set.url, '').open(path)).status).toBe(404);
    }
    expect((await tryToSignIn(set.url, own.key)).status).toBe(404);
    for (const method of ['PUT', 'POST', 'OPTIONS', 'DELETE']) {
      expect((await fetch(`${set.url}/desk`, { method })).status).toBe(404);
    }
    await setRule(own.accountId, 'desk');
    const api = client(set.url, own.key);
    const { body } = await api.create(newDocument());
    const refused = await api.publish(body.id, { expectedVersion: 1 });
    expectRefusal(refused, 422, 'approval_required');
    expect(refused.body.details.deskUrl).toBeNull();
    expect(refused.body.nextStep).not.toContain('deskUrl');
    await setRule(own.accountId, 'confirmed');
    const host = await assistant(set.url, own.key, 'modern', () => ({ action: 'decline' }));
    const release = { id: body.id, expectedVersion: 1, idempotencyKey: 'declined' };
    const said = async () => (await host.call('publish_publication', release)).text;
    await expect.poll(said).toContain('Nothing was released.');
    expect(await said()).not.toContain('details.deskUrl');
    await host.close();
  });
});

describe('LOG_LEVEL', () => {
  it('[11.log-level] leaves out the lines below it, of the start and of requests', () => {
    expect(set.output()).toBe('');
  });
});
