import { randomUUID } from 'node:crypto';
import { markdown } from './documents.js';
import type { Request } from './load.js';
import type { Target } from './stage.js';

const PUBLICATIONS = '/api/v1/publications';
const CONTENT = markdown();

/** Makes the requests of a caller. All servers get the same requests. */
export class Requests {
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ key }: Target) {
    this.#headers = { authorization: `Bearer ${key}` };
  }

  create(slug: string): Request {
    const fields = { title: 'A document of the bench', description: 'Four KiB of Markdown.' };
    const lists = { tags: ['bench', 'load'], sources: ['https://example.org/source'] };
    return this.createOf({ locale: 'en', slug, ...fields, content: CONTENT, ...lists });
  }

  createOf(document: object): Request {
    return this.#write('POST', PUBLICATIONS, document, 201);
  }

  /** Makes an update with different content of the same size. */
  update(id: string, expectedVersion: number): Request {
    const content = `${expectedVersion}${CONTENT}`.slice(0, CONTENT.length);
    return this.#write('PATCH', `${PUBLICATIONS}/${id}`, { expectedVersion, content }, 200);
  }

  updateOf(id: string, change: object): Request {
    return this.#write('PATCH', `${PUBLICATIONS}/${id}`, change, 200);
  }

  publish(id: string, expectedVersion: number): Request {
    return this.#write('POST', `${PUBLICATIONS}/${id}/publish`, { expectedVersion }, 202);
  }

  /** Makes a publish that is answered when the document is public and searchable. */
  publishAndWait(id: string, expectedVersion: number): Request {
    const { headers, ...request } = this.publish(id, expectedVersion);
    return { ...request, headers: { ...headers, prefer: 'wait=30' } };
  }

  read(id: string): Request {
    return this.#get(`${PUBLICATIONS}/${id}`);
  }

  list(query: Readonly<Record<string, string | number>> = {}): Request {
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return this.#get(`${PUBLICATIONS}?${pairs.join('&')}`);
  }

  /** Makes a message to the MCP interface. */
  rpc(body: object, headers: Readonly<Record<string, string>>): Request {
    return {
      method: 'POST',
      path: '/mcp',
      headers: {
        ...this.#headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
      expect: 200,
    };
  }

  #get(path: string): Request {
    return { method: 'GET', path, headers: this.#headers, expect: 200 };
  }

  #write(method: 'POST' | 'PATCH', path: string, body: object, expect: number): Request {
    const headers = {
      ...this.#headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    return { method, path, headers, body: JSON.stringify(body), expect };
  }
}

/** Codings that browsers accept. */
const CODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Requests of readers, who have no key. */
export const pageRequest = (slug: string): Request => ({
  method: 'GET',
  path: `/en/${slug}`,
  headers: CODINGS,
  expect: 200,
});

export const searchRequest = (words: string): Request => ({
  method: 'GET',
  path: `/search.json?q=${encodeURIComponent(words)}`,
  expect: 200,
});

/** Makes a request of a reader at another address. Readers at one address have a bounded number of requests in progress. */
export const fromElsewhere = (request: Request): Request => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': '192.0.2.1' },
});
