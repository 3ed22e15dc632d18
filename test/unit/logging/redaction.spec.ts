import { describe, expect, it } from 'vitest';
import { generateKey } from '../../../src/keys/key-secret.js';
import { redacted } from '../../../src/platform/logging/redaction.js';

describe('the redaction of log lines', () => {
  it('[7.key-nowhere] leaves only the public id of a key', () => {
    const { key, keyId, secret } = generateKey('program');
    const line = redacted(`{"msg":"GET /${key}?a=${key}&b","x":"${key}"}`);
    expect(line).toBe(
      `{"msg":"GET /imp_${keyId}_[redacted]?a=imp_${keyId}_[redacted]&b","x":"imp_${keyId}_[redacted]"}`,
    );
    expect(line).not.toContain(secret);
  });

  it('[7.key-nowhere] [7.person-key] leaves only the public id of the key of a person', () => {
    const { key, keyId } = generateKey('person');
    expect(redacted(`a=${key}&b`)).toBe(`a=imp_person_${keyId}_[redacted]&b`);
    expect(redacted(`imp_person_${key.split('_')[3]}`)).toBe('imp_person_[redacted]');
    const feed = generateKey('feed');
    expect(redacted(`GET /desk/feed/${feed.key}`)).toBe(
      `GET /desk/feed/imp_feed_${feed.keyId}_[redacted]`,
    );
  });

  it.each([
    [`{"authorization":"Bearer abc.def-123"}`, `{"authorization":"Bearer [redacted]"}`],
    [`'bearer  abc', next`, `'bearer [redacted]', next`],
    [`{"a":"Basic dXNlcjpwYXNz"}`, `{"a":"Basic [redacted]"}`],
  ])('[7.key-nowhere] removes the credentials of a header: %s', (line, expected) => {
    expect(redacted(line)).toBe(expected);
  });

  it('does not change a line without a secret', () => {
    const line = `{"msg":"GET /api/v1/publications 200","keyId":"4liheF45Y3XS","imp":"imp_"}\n`;
    expect(redacted(line)).toBe(line);
  });

  it('keeps a line valid JSON', () => {
    const { key } = generateKey('program');
    const line = JSON.stringify({ a: `Bearer ${key}`, b: `"Bearer ${key}"`, c: [key] });
    expect(JSON.stringify(JSON.parse(redacted(line)))).not.toContain(key);
  });
});
