import type { components, operations } from './api.ts';

type Schemas = components['schemas'];
export type Publication = Schemas['Publication'];
export type PublicationView = Schemas['PublicationView'];
export type PublicationItem = Schemas['PublicationItem'];
export type NewPublication = Schemas['CreatePublication'];
export type WrittenPublication = Schemas['WrittenPublication'];
export type Picture = Schemas['Picture'];
export type PublicationUpdate = Schemas['UpdatePublication'];
export type PublishRequest = Schemas['PublishPublication'];
export type Usage = Schemas['Usage'];
export type Problem = Schemas['Problem'];
export type ReadQuery = NonNullable<operations['getPublication']['parameters']['query']>;
export type ListQuery = NonNullable<operations['listPublications']['parameters']['query']>;

export interface ImprimaturOptions {
  /** The origin of the service, such as `https://publish.example`. */
  readonly url: string;
  /** A publisher key, `imp_…`. */
  readonly key: string;
  /** Time limit of a call in ms, including retries and waiting; 60,000 by default. */
  readonly timeoutMs?: number;
}

export interface WriteOptions {
  /**
   * The key that marks repetitions of the same write. It has 1 to 255 visible ASCII characters. By default, each call
   * makes a key for itself and its retries. To repeat a write after a restart of your program, pass a key that you have
   * stored.
   */
  readonly idempotencyKey?: string;
}

/** Thrown if the service refused a request. `problem.nextStep` says what to do (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  /** Key of a refused write. Pass this key when you repeat the write. */
  readonly idempotencyKey: string | undefined;

  constructor(problem: Problem, idempotencyKey?: string) {
    super(`${problem.code}: ${problem.detail} ${problem.nextStep}`);
    this.problem = problem;
    this.idempotencyKey = idempotencyKey;
  }
}

/** Thrown if no answer came in time. A write may still have been carried out. Repeat the write with the same key. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey?: string) {
    super('The service did not answer in time.', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Path after `/api/v1`. */
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly idempotencyKey?: string | undefined;
  /** Value of `Prefer: wait` in seconds. */
  readonly wait?: number | undefined;
}

/** Result of one attempt. `retryAfterMs` is present if another attempt can succeed. */
type Attempt<T> =
  { readonly value: T } | { readonly error: unknown; readonly retryAfterMs?: number };

const TIMEOUT_MS = 60_000;
/** Time limit of one attempt in ms, in addition to `wait`. The service usually answers sooner. */
const ATTEMPT_TIMEOUT_MS = 15_000;
/** Longest time for which the service delays an answer on request. */
const MAX_WAIT_SECONDS = 30;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** A client of the HTTP API. The client repeats failed requests. No write is carried out twice. */
export class Imprimatur {
  readonly #options: ImprimaturOptions;

  /** @throws TypeError if `url` is not an http or https origin, or if `key` is empty or `timeoutMs` not positive */
  constructor(options: ImprimaturOptions) {
    const { url, key, timeoutMs = TIMEOUT_MS } = options;
    if (!isOrigin(url)) {
      throw new TypeError(
        `url must be the origin of the service, such as https://publish.example, not ${JSON.stringify(url)}.`,
      );
    }
    if (!key) throw new TypeError('key must be a publisher key, imp_….');
    if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number above 0.');
    this.#options = options;
  }

  /** Creates a document with version 1. Nothing becomes public. */
  create(document: NewPublication, options: WriteOptions = {}): Promise<WrittenPublication> {
    return this.#write({ method: 'POST', path: '/publications', body: document }, options);
  }

  /** Makes the next version. `change` has only the changed fields, or `edits` of the content. */
  update(
    id: string,
    change: PublicationUpdate,
    options: WriteOptions = {},
  ): Promise<WrittenPublication> {
    return this.#write({ method: 'PATCH', path: `/publications/${id}`, body: change }, options);
  }

  /** Requests the release of version `expectedVersion`. `settled` waits until this release has ended. */
  publish(id: string, request: PublishRequest, options: WriteOptions = {}): Promise<Publication> {
    return this.#write(
      { method: 'POST', path: `/publications/${id}/publish`, body: request },
      options,
    );
  }

  /**
   * Uploads a picture (PNG, JPEG, WebP, AVIF, GIF) under its SHA-256, so a repetition changes nothing. To show the
   * picture, use the returned `markdown` with your own alternative text. In browsers, this method needs a secure
   * context, because it uses `crypto.subtle`.
   */
  async uploadPicture(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return this.#call({ method: 'PUT', path: `/pictures/${sha256}`, bytes });
  }

  /**
   * Waits until no release or indexing of the publication is in progress, or until one of them has failed
   * (`publishError`), but at most for `timeoutMs`. Returns the publication in its current state.
   */
  async settled(id: string): Promise<PublicationView> {
    const deadline = Date.now() + this.#timeoutMs;
    for (;;) {
      const left = deadline - Date.now();
      const wait = Math.max(0, Math.min(MAX_WAIT_SECONDS, Math.floor(left / 1_000)));
      const publication = await this.#call<PublicationView>({
        method: 'GET',
        path: `/publications/${id}`,
        query: { view: 'summary' },
        wait,
      });
      const { state, indexStatus, publishError } = publication;
      const isSettled =
        state !== 'publishing' && (indexStatus !== 'pending' || publishError !== null);
      if (isSettled || Date.now() >= deadline) return publication;
      await sleep(FIRST_PAUSE_MS);
    }
  }

  /** Reads the working revision, or the revision and part that `query` selects. */
  read(id: string, query: ReadQuery = {}): Promise<PublicationView> {
    return this.#call({ method: 'GET', path: `/publications/${id}`, query });
  }

  /** Yields every publication of the account that matches `query`, page by page. */
  async *list(query: ListQuery = {}): AsyncGenerator<PublicationItem> {
    let cursor: string | null | undefined = query.cursor;
    do {
      const page: Schemas['PublicationList'] = await this.#call({
        method: 'GET',
        path: '/publications',
        query: { ...query, cursor },
      });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Reads how many writes the account has left today. */
  usage(): Promise<Usage> {
    return this.#call({ method: 'GET', path: '/account/usage' });
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? TIMEOUT_MS;
  }

  #write(call: Call, { idempotencyKey = newKey() }: WriteOptions): Promise<WrittenPublication> {
    return this.#call({ ...call, idempotencyKey });
  }

  /** @throws ProblemError, NoAnswerError */
  async #call<T>(call: Call): Promise<T> {
    const deadline = Date.now() + this.#timeoutMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const result = await this.#attempt<T>(call, deadline - Date.now());
      if ('value' in result) return result.value;
      const { error, retryAfterMs } = result;
      // The pause is random, so that clients that failed at the same time do not retry at the same time.
      const delay = Math.max(retryAfterMs ?? 0, pause * (1 - Math.random() / 2));
      if (retryAfterMs === undefined || Date.now() + delay >= deadline) throw error;
      await sleep(delay);
    }
  }

  async #attempt<T>(call: Call, timeLeftMs: number): Promise<Attempt<T>> {
    const { method, body, bytes, idempotencyKey, wait = 0 } = call;
    const timeoutMs = Math.min(timeLeftMs, ATTEMPT_TIMEOUT_MS + wait * 1_000);
    // Made outside of `try`, because no repetition corrects a request that cannot be sent, such as one whose idempotency
    // key has a character that no header field can have.
    const request = new Request(this.#address(call), {
      method,
      headers: this.#headers(call),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(bytes && { body: bytes }),
      signal: AbortSignal.timeout(Math.max(1, timeoutMs)),
    });
    try {
      const response = await fetch(request);
      const text = await response.text();
      if (response.ok) return { value: JSON.parse(text) as T };
      const problem = problemOf(response, text);
      const error = new ProblemError(problem, idempotencyKey);
      if (!problem.retryable) return { error };
      const seconds = Number(response.headers.get('Retry-After') ?? 0);
      return { error, retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 };
    } catch (error) {
      // There is no complete answer, so the write may have been carried out.
      return { error: new NoAnswerError(error, idempotencyKey), retryAfterMs: 0 };
    }
  }

  #address({ path, query = {} }: Call): string {
    const named = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(named.map(([name, value]) => [name, String(value)]));
    return new URL(`/api/v1${path}?${search.toString()}`, this.#options.url).href;
  }

  #headers({ body, bytes, idempotencyKey, wait = 0 }: Call): Record<string, string> {
    return {
      Authorization: `Bearer ${this.#options.key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(bytes && { 'Content-Type': 'application/octet-stream' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(wait > 0 && { Prefer: `wait=${wait}` }),
    };
  }
}

function isOrigin(text: string): boolean {
  // `URL.parse` and `URL.canParse` are missing in browsers before 2024.
  try {
    const { protocol, href, origin } = new URL(text);
    return /^https?:$/.test(protocol) && href === `${origin}/`;
  } catch {
    return false;
  }
}

/** Returns the problem of a refusal. If the answer is not from the service, makes the problem from the status. */
function problemOf({ status, statusText, headers }: Response, text: string): Problem {
  if (headers.get('Content-Type')?.startsWith('application/problem+json')) {
    return JSON.parse(text) as Problem;
  }
  return {
    type: 'about:blank',
    title: statusText,
    status,
    code: status >= 500 ? 'unavailable' : 'invalid_request',
    detail: `The answer has status ${status} and is not from the service.`,
    nextStep: 'Check the proxies between the client and the service.',
    retryable: status >= 500 || status === 429,
    requestId: headers.get('X-Request-Id') ?? '',
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes a random key. Does not use `randomUUID`, because browsers have this function only in secure contexts. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
