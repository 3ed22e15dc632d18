import { Client, type Dispatcher } from 'undici';

/** One request, and the only status that counts as success. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: number;
}

/** Sends a request over one keep-alive connection. */
export type Send = (request: Request) => Promise<Dispatcher.ResponseData>;

/** The operation that a caller repeats, until the operation returns `false` because nothing is left to do. */
export type Operation = () => Promise<boolean>;

/** Results of a load. */
export interface Done {
  readonly seconds: number;
  /** Duration of each operation in ms. */
  readonly latencies: readonly number[];
}

/** One keep-alive connection to a server. */
export class Connection {
  readonly #client: Client;
  #sent = 0;

  constructor(origin: string) {
    this.#client = new Client(origin, { pipelining: 1 });
  }

  /** Number of sent requests. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends a request. @throws Error with the answer, if the answer does not have the expected status */
  readonly send: Send = async ({ expect, ...request }) => {
    this.#sent += 1;
    const response = await this.#client.request(request);
    if (response.statusCode !== expect) {
      const text = await response.body.text();
      throw new Error(`${request.method} ${request.path}: ${response.statusCode} ${text}`);
    }
    return response;
  };

  /** Sends a request, and discards the body of the answer. */
  readonly finish = async (request: Request): Promise<void> => {
    const { body } = await this.send(request);
    await body.dump();
  };

  /** Sends a request and returns the JSON of the answer. */
  readonly json = async <T>(request: Request): Promise<T> => {
    const { body } = await this.send(request);
    return (await body.json()) as T;
  };

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Repeats the operation of every caller for `milliseconds`. */
export async function drive(operations: readonly Operation[], milliseconds: number): Promise<Done> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + milliseconds;
  await Promise.all(
    operations.map(async (operation) => {
      for (let begun = performance.now(); begun < end;) {
        if (!(await operation())) return;
        const now = performance.now();
        latencies.push(now - begun);
        begun = now;
      }
    }),
  );
  return { seconds: (performance.now() - started) / 1_000, latencies };
}
