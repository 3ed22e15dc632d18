import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../setup/client.js';
import { sharedDesk } from '../setup/desk.js';
import { newDocument } from '../setup/document.js';
import { expectAccepted, expectRefusal } from '../setup/refusal.js';

const desk = await sharedDesk();
const { api } = desk;

const MOST = 3 * 1024 * 1024;
const bytes = (json: string): Uint8Array => new TextEncoder().encode(json);
const valid = (): string => JSON.stringify(newDocument());
/** Returns a document as JSON, padded with spaces to `length`. */
const padded = (length: number): string => valid().padEnd(length, ' ');

const { id } = expectAccepted(await api.create(newDocument()), 201);
/** Sends a body to each of the three routes that write a publication. */
const writes = async (body: unknown, headers = {}): Promise<Answer[]> => [
  await api.create(body, { headers }),
  await api.update(id, body, { headers }),
  await api.publish(id, body, { headers }),
];

describe('a body of malformed JSON', () => {
  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['half an object', '{"title":'],
    ['two objects', '{}{}'],
    ['half an escape', String.raw`{"title":"\ud8"}`],
    ['unclosed brackets', '['.repeat(20)],
  ])('[6.invalid-json] is refused: %s', async (_what, body) => {
    for (const answer of await writes(body)) expectRefusal(answer, 400, 'invalid_json');
  });

  it.each([
    ['a byte that UTF-8 never has', [0xff]],
    ['an unpaired surrogate', [0xed, 0xa0, 0x80]],
    ['a truncated character', [0xe2, 0x82]],
  ])('[6.invalid-json] is refused if it is not UTF-8: %s', async (_what, wrong) => {
    const body = Uint8Array.from([...bytes('{"title":"'), ...wrong, ...bytes('"}')]);
    for (const answer of await writes(body)) expectRefusal(answer, 400, 'invalid_json');
  });

  it('[6.invalid-json] gets the same code as a request that has neither a body nor Content-Length', async () => {
    const { hostname, port } = new URL(desk.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        'POST /api/v1/publications HTTP/1.1',
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${desk.key}`,
        'Content-Type: application/json',
        'Idempotency-Key: none\r\n\r\n',
      ].join('\r\n'),
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_json"/s);
  });

  it('[6.invalid-json] gets the same code as a body of valid JSON in UTF-16', async () => {
    const body = new Uint8Array(Buffer.from(valid(), 'utf16le'));
    expectRefusal(await api.create(body), 400, 'invalid_json');
  });
});

describe('a JSON body that is not an object', () => {
  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a boolean', 'true'],
    ['a list 10,000 levels deep', '['.repeat(10_000) + ']'.repeat(10_000)],
  ])('[6.body-not-object] is refused: %s', async (_what, body) => {
    for (const answer of await writes(body)) expectRefusal(answer, 400, 'invalid_request');
  });
});

/** Returns a document as JSON, with the members in `json` before the members of the document. */
const twice = (json: string): string => valid().replace('{', `{${json},`);

describe('a body that has the same name twice', () => {
  it.each([
    ['at the top level', '"title":"Other"'],
    ['once as an escape', String.raw`"t\u0069tle":"Other"`],
    ['in the author', '"author":{"kind":"ai","name":"A","kind":"person"}'],
    ['__proto__', '"x":{"__proto__":1,"__proto__":2}'],
    ['with equal values', '"x":{"a":[],"a":[]}'],
  ])('[6.name-twice] is refused if both occurrences are in one object: %s', async (_what, json) => {
    for (const answer of await writes(twice(json))) {
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.body.details.errors[0]?.message).toContain('two members');
    }
  });

  it('[6.name-twice] is not confused with a body in which only values repeat, which is accepted', async () => {
    const author = { kind: 'ai', name: 'The same' };
    const body = newDocument({ author, title: 'The same', tags: ['name', 'kind', 'kind'] });
    expectAccepted(await api.create(body), 201);
  });
});

describe('the body of a write', () => {
  it.each([
    'text/plain',
    'application/jsonp',
    'application',
    '*/*',
    '',
    'application/json;charset="utf-16"',
    'application/json; x=1; Charset=us-ascii',
    'application/json; charset=',
  ])('[6.unsupported-media-type] is refused if its Content-Type is %j', async (type) => {
    for (const answer of await writes(valid(), { 'Content-Type': type })) {
      expectRefusal(answer, 415, 'unsupported_media_type');
    }
  });

  it('[6.unsupported-media-type] is refused without a Content-Type', async () => {
    const response = await fetch(`${desk.url}/api/v1/publications`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${desk.key}`, 'Idempotency-Key': 'undeclared' },
      body: bytes(valid()) as Uint8Array<ArrayBuffer>,
    });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset="UTF-8"',
    'application/json; x=1; CHARSET=utf8',
  ])('is accepted if its Content-Type is %s', async (type) => {
    const answer = await api.create(valid(), { headers: { 'Content-Type': type } });
    expectAccepted(answer, 201);
  });
});

describe('a body with a content encoding', () => {
  it.each(['gzip', 'unknown', 'gzip, identity'])(
    '[6.unsupported-media-type] is refused if the encoding is %s',
    async (encoding) => {
      const headers = { 'Content-Encoding': encoding };
      for (const answer of await writes(valid(), headers)) {
        expectRefusal(answer, 415, 'unsupported_media_type');
      }
    },
  );

  it.each(['identity', 'Identity'])(
    '[6.unsupported-media-type] is accepted if the encoding is %s',
    async (encoding) => {
      const headers = { 'Content-Encoding': encoding };
      expectAccepted(await api.create(valid(), { headers }), 201);
    },
  );
});

describe('a large body', () => {
  it('[6.payload-too-large] is read up to 3 MiB and refused above', async () => {
    expectAccepted(await api.create(padded(MOST)), 201);
    for (const answer of await writes(padded(MOST + 1))) {
      expectRefusal(answer, 413, 'payload_too_large');
    }
  });

  it('[6.payload-too-large] is measured in bytes', async () => {
    const body = `{"title":"${'é'.repeat(MOST / 2)}"}`;
    expect(body.length).toBeLessThan(MOST);
    expectRefusal(await api.create(body), 413, 'payload_too_large');
  });

  it.each([
    ['is read at 3 MiB', MOST, 201],
    ['is refused above 3 MiB', MOST + 1, 413],
  ])('[6.payload-too-large] without Content-Length %s', async (_what, length, status) => {
    const response = await fetch(`${desk.url}/api/v1/publications`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${desk.key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `chunked-${length}`,
      },
      body: new Blob([padded(length)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(status);
    await response.text();
  });
});
