import { randomUUID } from 'node:crypto';
import type { PublicationListDto } from '../../src/publications/dto/list-publications.dto.js';
import type { PublicationDto } from '../../src/publications/dto/publication.dto.js';
import type { WarningDto } from '../../src/warnings/warning.dto.js';
import type { ProblemBody } from '../../src/platform/problems/problem.js';
import type { Fault } from '../../src/platform/validation/fault.js';
import type { Usage } from '../../src/quota/usage.js';

/** Members of `details`. The code of the problem determines which members are present. */
export interface Details extends Readonly<Record<string, unknown>> {
  readonly errors: readonly Fault[];
  readonly quota: Usage;
}

/** An object with the members of a class, but not an instance of the class. */
type Plain<T> = Pick<T, keyof T>;

/** The members of all kinds of bodies: a publication, a list, the usage and a problem. */
export type AnswerBody = Plain<PublicationDto> &
  Plain<PublicationListDto> &
  Usage &
  Omit<ProblemBody, 'details'> & { readonly details: Details };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or an empty object if the answer is not JSON. */
  readonly body: AnswerBody;
  /** The member `warnings`, which `body` lacks: it changes without a write, as soon as a revision is indexed. */
  readonly warnings: readonly WarningDto[] | null | undefined;
  readonly text: string;
}

export interface RequestParts {
  /** A string or bytes are sent unchanged. Any other value is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WriteParts {
  /** The idempotency key. If absent, a new key is sent. If `null`, no key is sent. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller of the HTTP API, with one publisher key or without a publisher key. */
export interface Client {
  create(body: unknown, parts?: WriteParts): Promise<Answer>;
  update(id: string, body: unknown, parts?: WriteParts): Promise<Answer>;
  publish(id: string, body: unknown, parts?: WriteParts): Promise<Answer>;
  read(id: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** `query` is empty, or begins with `?`. */
  list(query?: string): Promise<Answer>;
  usage(query?: string): Promise<Answer>;
  /** Sends any request. `path` begins with `/`. */
  request(method: string, path: string, parts?: RequestParts): Promise<Answer>;
}

const PUBLICATIONS = '/api/v1/publications';

export function client(url: string, publisherKey?: string): Client {
  const request: Client['request'] = async (method, path, { body, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(publisherKey === undefined ? {} : { Authorization: `Bearer ${publisherKey}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytesOf(body) }),
    });
    const text = await response.text();
    const { status, headers: sent } = response;
    const { warnings, ...others } = parsed(response, text);
    return { status, headers: sent, body: others, warnings, text };
  };
  const write = (
    method: string,
    path: string,
    body: unknown,
    { key = randomUUID(), headers = {} }: WriteParts = {},
  ): Promise<Answer> =>
    request(method, path, {
      body,
      headers: { ...(key === null ? {} : { 'Idempotency-Key': key }), ...headers },
    });
  return {
    create: (body, parts) => write('POST', PUBLICATIONS, body, parts),
    update: (id, body, parts) => write('PATCH', `${PUBLICATIONS}/${id}`, body, parts),
    publish: (id, body, parts) => write('POST', `${PUBLICATIONS}/${id}/publish`, body, parts),
    read: (id, headers = {}) => request('GET', `${PUBLICATIONS}/${id}`, { headers }),
    list: (query = '') => request('GET', PUBLICATIONS + query),
    usage: (query = '') => request('GET', `/api/v1/account/usage${query}`),
    request,
  };
}

/** Returns the body as bytes. If the body were a string, `fetch` would add a `Content-Type` to the request. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

function parsed(
  { headers }: Response,
  text: string,
): AnswerBody & { readonly warnings?: readonly WarningDto[] | null } {
  const json = /^application\/(problem\+)?json\b/.test(headers.get('Content-Type') ?? '');
  return (json && text !== '' ? JSON.parse(text) : {}) as ReturnType<typeof parsed>;
}
