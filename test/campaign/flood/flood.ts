import * as fc from 'fast-check';
import { booksOf } from '../../setup/books.js';
import type { AnswerBody } from '../../setup/client.js';
import type { Desk } from '../../setup/desk.js';
import { newDocument } from '../../setup/document.js';
import type { RpcAnswer } from '../../setup/rpc.js';
import { KNOWN_IDS, wildRequest, type WildRequest } from './requests.js';

const AT_ONCE = 10;
const PATIENCE_MS = 20_000;

/** The parts of an answer that the flood counts. */
interface Verdict {
  readonly status: number;
  readonly isWrite: boolean;
}

/** Counts of a flood. */
export interface FloodCount {
  requests: number;
  /** Accepted writes, without replays. */
  accepted: number;
  refused: number;
}

/** Sends `requests` random requests, valid and invalid, and rejects at the first bad answer. */
export async function flood(desk: Desk, requests: number, seed: number): Promise<FloodCount> {
  const made = await Promise.all(KNOWN_IDS.map(() => desk.api.create(newDocument())));
  const ids = new Map(made.map(({ body }, index) => [KNOWN_IDS[index]!, body.id]));
  const before = (await booksOf(desk.databaseUrl, desk.accountId)).records;
  const count = { requests: 0, accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(wildRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (wild) => {
        const verdicts = await Promise.all(wild.map((one) => send(desk, named(one, ids))));
        count.requests += verdicts.length;
        count.accepted += verdicts.filter(({ isWrite }) => isWrite).length;
        count.refused += verdicts.filter(({ status }) => status >= 400).length;
        const expected = before + count.accepted;
        const { records, units } = await booksOf(desk.databaseUrl, desk.accountId);
        const books = { records, units };
        if (records !== expected || units !== expected) {
          throw new Error(`${JSON.stringify(books)} after ${expected} accepted writes`);
        }
      },
    ),
    { seed, numRuns: Math.ceil(requests / AT_ONCE), endOnFailure: true },
  );
  return count;
}

/** Replaces the placeholders in a request by ids of existing documents. */
function named(request: WildRequest, ids: ReadonlyMap<string, string>): WildRequest {
  const text = (value: string): string =>
    value.replace(/known-\d/g, (name) => ids.get(name) ?? name);
  const { path, body } = request;
  return { ...request, path: text(path), body: body === undefined ? body : text(body) };
}

async function send(desk: Desk, { method, path, headers, body }: WildRequest): Promise<Verdict> {
  const response = await fetch(desk.url + path, {
    method,
    headers: { ...headers, Authorization: `Bearer ${desk.key}` },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const verdict =
    path === '/mcp' ? ofMessage(response, body!, text) : ofAnswer(response, method, path);
  if (verdict.status >= 500) {
    throw new Error(`${method} ${path} ${body?.slice(0, 2_000)}: ${verdict.status} ${text}`);
  }
  if (response.status >= 400 && text === '') throw new Error(`${response.status} without a word`);
  return verdict;
}

const ofAnswer = ({ status, headers }: Response, method: string, path: string): Verdict => ({
  status,
  isWrite:
    method !== 'GET' &&
    path.startsWith('/api/v1/publications') &&
    status < 300 &&
    headers.get('Idempotent-Replayed') !== 'true',
});

function ofMessage({ status }: Response, request: string, text: string): Verdict {
  if (text === '') return { status, isWrite: false };
  const { result } = JSON.parse(text) as RpcAnswer['message'];
  const { isError, content, _meta } = (result ?? {}) as {
    isError?: boolean;
    content?: { text: string }[];
    _meta?: Record<string, unknown>;
  };
  if (!content) return { status, isWrite: false };
  const body = JSON.parse(content[0]!.text) as AnswerBody;
  if (isError) return { status: body.status, isWrite: false };
  const isWrite = /"name":"(create|update|publish)_publication"/.test(request);
  return { status, isWrite: isWrite && _meta?.['imprimatur/replayed'] !== true };
}
