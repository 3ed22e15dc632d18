import { once } from 'node:events';
import { request as open, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SlowRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export interface SlowAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends the headers of a request and the first 5 bytes of its body.
 * @returns a function that sends the rest of the body and returns the answer
 */
export async function begun(
  url: string,
  { method, path, headers, body }: SlowRequest,
): Promise<() => Promise<SlowAnswer>> {
  const sent = open(url + path, {
    method,
    agent: false,
    headers: { ...headers, 'Content-Length': body.length },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    sent.write(body.subarray(0, 5), (error) => (error ? reject(error) : resolve()));
  });
  return async () => {
    sent.end(body.subarray(5));
    const [response] = await answered;
    return { status: response.statusCode!, text: await text(response) };
  };
}
