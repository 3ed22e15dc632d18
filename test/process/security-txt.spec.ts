import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, openDesk, sharedPair } from '../setup/desk.js';

describe('/.well-known/security.txt', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ ROLE: 'api', SECURITY_CONTACT: 'mailto:security@example.org' });
  });
  afterAll(() => desk.close());

  it('[11.security-contact] contains the contact, and expires within a year', async () => {
    const { status, headers, text } = await desk.api.request('GET', '/.well-known/security.txt');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:security@example.org');
    expect(fields.get('Canonical')).toBe(`${desk.url}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('[11.security-contact] answers 404 as JSON without SECURITY_CONTACT', async () => {
    const { api } = await sharedPair();
    const { status, body } = await api.request('GET', '/.well-known/security.txt');
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
