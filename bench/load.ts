import { Client, type Dispatcher } from 'undici';

/** One request, and the status that alone counts as done. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expect: number;
}

/** Sends requests over one connection that is kept. */
export type Send = (request: Request) => Promise<Dispatcher.ResponseData>;

/** What one caller does over and over; `false`: it has run out of things to do. */
export type Operation = () => Promise<boolean>;

/** What the callers have done. */
export interface Done {
  readonly seconds: number;
  /** Of each operation, in milliseconds. */
  readonly latencies: readonly number[];
}

/** A connection of its own to a server. */
export class Connection {
  readonly #client: Client;
  #sent = 0;

  constructor(origin: string) {
    this.#client = new Client(origin, { pipelining: 1 });
  }

  /** Requests so far. */
  get sent(): number {
    return this.#sent;
  }

  /** @throws Error for any status but the expected one, with what was answered. */
  readonly send: Send = async ({ expect, ...request }) => {
    this.#sent += 1;
    const response = await this.#client.request(request);
    if (response.statusCode !== expect) {
      const text = await response.body.text();
      throw new Error(`${request.method} ${request.path}: ${response.statusCode} ${text}`);
    }
    return response;
  };

  /** Sends a request and reads the answer to its end, without looking at it. */
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

/** Lets every caller repeat its operation until the time is over. */
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
