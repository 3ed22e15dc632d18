import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { answerMalformed } from '../../../src/platform/http/malformed-request.js';

/** Returns the response that the service sends if Node reports an error with the code `code`. */
async function told(code: string): Promise<string> {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  const finished = new Promise((resolve) => socket.once('finish', resolve));
  const limits = { requestTimeout: 60_000, headersTimeout: 20_000 };
  const answer = answerMalformed('https://desk.example', limits);
  answer(Object.assign(new Error(code), { code }), socket);
  await finished;
  socket.destroy();
  return Buffer.concat(written).toString();
}

describe('a connection from which no request could be read', () => {
  it.each([
    [
      'ERR_HTTP_REQUEST_TIMEOUT',
      408,
      'must arrive completely within 60 seconds, its headers within 20',
    ],
    ['HPE_HEADER_OVERFLOW', 400, 'must have an address and headers of 16 KiB at most together'],
    ['HPE_INVALID_METHOD', 400, 'must be a whole HTTP request'],
  ])('[6.problem] gets an answer that says what is wrong: %s', async (code, status, message) => {
    const [head = '', body = ''] = (await told(code)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(String.raw`^HTTP/1\.1 ${status} [A-Z][\w ]+\r\n`));
    const errors = [{ field: 'request', message }];
    expect(JSON.parse(body)).toMatchObject({
      status,
      code: 'invalid_request',
      details: { errors },
    });
  });
});
