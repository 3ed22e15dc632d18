import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isRetryable, PROBLEM_CODES, PROBLEMS } from '../../src/platform/problems/catalogue.js';
import { sharedPair } from '../setup/desk.js';

const desk = await sharedPair();

/** Returns the addresses that a page loads or links to, in order. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);

describe('/docs', () => {
  it('[4.docs] loads Swagger UI and the OpenAPI document only from this service', async () => {
    const { status, headers, text } = await desk.api.request('GET', '/docs');
    const loaded = addressesIn(text).filter((address) => /\.(js|css)$/.test(address));
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(loaded).toEqual([
      '/docs/style.css',
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/browse.js',
    ]);
    const parts = await Promise.all(loaded.map((address) => desk.api.request('GET', address)));
    expect(parts.map((part) => [part.status, part.headers.get('Content-Type')])).toEqual([
      [200, 'text/css; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
    ]);
    expect(parts[3]?.text).toContain("url: '/openapi.json'");
    expect(/<noscript>.*<\/noscript>/s.exec(text)?.[0]).toContain('href="/openapi.json"');
    for (const [at, address] of loaded.entries()) {
      const ask = (fields: Record<string, string>) =>
        desk.api.request('GET', address, { headers: fields });
      const whole = await ask({ Range: 'bytes=99999999-', 'If-Match': '"x"' });
      expect(whole.status).toBe(200);
      const again = await ask({ 'If-None-Match': parts[at]!.headers.get('ETag')! });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it('runs only scripts of this service', async () => {
    const { headers, text } = await desk.api.request('GET', '/docs');
    expect(headers.get('Content-Security-Policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(text).not.toMatch(/<script>|<script [^>]*>[^<]|<style|style=|\son\w+=/);
  });
});

const PUBLISH_ERRORS = ['render_failed', 'render_timeout', 'release_failed', 'index_failed'];

describe('/docs/errors', () => {
  it('[6.type] [6.codes-closed] has a section for each code of the API and for each way in which an accepted publish can fail, and no other', async () => {
    const { text } = await desk.api.request('GET', '/docs/errors');
    const sections = [...text.matchAll(/<section id="(\w+)">.*?<\/section>/gs)];
    expect(sections.map(([, code]) => code)).toEqual([...PROBLEM_CODES, ...PUBLISH_ERRORS]);
    const inner = addressesIn(text).filter((address) => address.startsWith('#'));
    expect(new Set(inner)).toEqual(new Set(PROBLEM_CODES.map((code) => `#${code}`)));
    for (const [index, code] of PROBLEM_CODES.entries()) {
      const [section] = sections[index]!;
      const { status, title } = PROBLEMS[code];
      expect(section).toContain(`>${title}</a></h2>`);
      expect(section).toContain(`<code>${code}</code> · status ${status} · `);
      expect(section).toContain(`retryable: ${isRetryable(code) ? 'yes' : 'no'}`);
      expect(section).toMatch(/<strong>What to do:<\/strong> \S.*\./);
    }
  });

  it('[6.type] is the page that the type of a refusal links to', async () => {
    const { body } = await desk.api.read(randomUUID());
    const type = new URL(body.type);
    expect([(await fetch(type)).status, type.pathname, type.hash]).toEqual([
      200,
      '/docs/errors',
      '#not_found',
    ]);
  });

  it('runs no script and loads nothing but a style sheet', async () => {
    const { headers, text } = await desk.api.request('GET', '/docs/errors');
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'self';/,
    );
    expect(headers.get('Content-Security-Policy')).not.toMatch(/script-src|unsafe/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(text).not.toMatch(/<script|<style|style=|\son\w+=/);
  });
});
