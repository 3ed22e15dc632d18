import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Problem, problemBody } from '../problems/problem.js';
import { headersTooLong, malformedRequest, requestTooSlow } from '../problems/common-problems.js';
import { newId } from '../ids/ids.js';

/** The connection is destroyed this long after the answer, because the client may never close it. */
const LAST_WORD_MS = 1_000;

/** A connection. `_httpMessage` is the response in progress, if there is one. */
interface Answering extends Duplex {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

type Limits = Pick<Server, 'requestTimeout' | 'headersTimeout'>;

/** Answers a request that Node cannot parse, or that is too slow. No middleware sees such a request (contract 4, 6). */
export const answerMalformed =
  (publicBaseUrl: string, limits: Limits) =>
  (error: NodeJS.ErrnoException, socket: Answering): void => {
    if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const requestId = newId();
    const problem = problemBody(problemOf(error, limits), 'http', publicBaseUrl, requestId);
    const body = JSON.stringify(problem);
    socket.end(
      [
        `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
        'Connection: close',
        'Cache-Control: private, no-cache',
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        '',
        body,
      ].join('\r\n'),
    );
    setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
  };

/** Returns the problem for an error code of Node or of its HTTP parser. */
function problemOf(
  { code }: NodeJS.ErrnoException,
  { requestTimeout, headersTimeout }: Limits,
): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLong(maxHeaderSize);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTooSlow(requestTimeout, headersTimeout);
  return malformedRequest();
}
