import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from './caller.js';
import { Connection, drive, type Operation, type Request } from './load.js';
import { table, whole } from './report.js';
import { pageRequest, Requests, searchRequest } from './requests.js';
import { openStage, type Stage, type Target } from './stage.js';
import { quantile } from './statistics.js';

const READERS = 150;
/** Number of bytes that a slow reader reads. */
const READ_BYTES = 200;
/** Time for which the readers stay connected: the wait for a place, and a margin. */
const HELD_MS = 6_000;
const REST_MS = 3_000;
const MAX_MIB = 100;

const LISTED = 100;
const RELEASED = 10;
const SEEKERS = 16;
const WRITERS = 4;
const WRITE_MS = 10_000;
const MAX_RATIO = 2;

const DIGITS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns different words of a length that begin with a character that only the index folds. */
function* oddWords(letters: number): Generator<string> {
  for (let number = 0; ; number += 1) {
    let word = '½';
    for (let rest = number, n = 0; n < letters; n += 1, rest = Math.floor(rest / DIGITS.length))
      word += DIGITS[rest % DIGITS.length]!;
    yield word;
  }
}

/** Makes texts that take longest to search: they have the word, and only different words that need a comparison. */
function worstTexts(count: number, letters: number): string[] {
  const words = oddWords(letters);
  return Array.from({ length: count }, () => {
    let text = 'zqhit';
    while (text.length < 19_500) text += ` ${words.next().value as string}`;
    return text;
  });
}

/** The longest fields that a list shows. */
const LONGEST = {
  title: '한'.repeat(200),
  description: '한'.repeat(500),
  tags: Array.from({ length: 20 }, (_, n) => `${'한'.repeat(47)} ${n}`),
  sources: Array.from({ length: 50 }, (_, n) => `https://example.org/${n}/`.padEnd(2_000, 'a')),
};

const memoryMiB = ({ pid }: Target): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Sends a request, reads the beginning of the answer and then nothing. Returns the connection and the status. */
async function slowReader({ origin }: Target, request: Request): Promise<[Socket, string]> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const { method, path, headers = {}, body = '' } = request;
  const fields = { host: hostname, ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`);
  await Promise.race([once(socket, 'readable'), sleep(HELD_MS)]);
  const begun: unknown = socket.read(READ_BYTES) ?? socket.read();
  return [socket, String(begun).slice(9, 12)];
}

/** Counts the answers by status, and measures how much memory the readers take above the memory at rest, in MiB. */
async function memoryOf(target: Target, request: Request): Promise<string[]> {
  const rest = memoryMiB(target);
  let most = rest;
  const look = setInterval(() => (most = Math.max(most, memoryMiB(target))), 50);
  const end = sleep(HELD_MS);
  const readers = await Promise.all(
    Array.from({ length: READERS }, () => slowReader(target, request)),
  );
  await end;
  clearInterval(look);
  for (const [socket] of readers) socket.destroy();
  const count = (wanted: string): string =>
    whole(readers.filter(([, status]) => status === wanted).length);
  const more = most - rest;
  await sleep(REST_MS);
  return [
    count('200'),
    count('503'),
    whole(rest),
    whole(more),
    more <= MAX_MIB ? '' : '**missed**',
  ];
}

async function creates(target: Target, round: string): Promise<number> {
  const requests = new Requests(target);
  const connections = Array.from({ length: WRITERS }, () => new Connection(target.origin));
  let made = 0;
  const operations = connections.map((connection): Operation => async () => {
    await connection.finish(requests.create(`${round}-${(made += 1)}`));
    return true;
  });
  const { latencies } = await drive(operations, WRITE_MS);
  for (const connection of connections) await connection.close();
  return quantile(latencies, 0.95);
}

/** Repeats a search on 16 connections while `work` runs. Returns the result, and the number of answered searches. */
async function besideSearches<T>(
  { origin }: Target,
  request: Request,
  work: () => Promise<T>,
): Promise<[T, number]> {
  let stopped = false;
  let answered = 0;
  const seekers = Array.from({ length: SEEKERS }, async () => {
    const connection = new Connection(origin);
    for (; !stopped; answered += 1) await connection.finish(request).catch(() => sleep(100));
    await connection.close();
  });
  await sleep(1_000);
  const result = await work();
  stopped = true;
  await Promise.all(seekers);
  return [result, answered];
}

async function indexed({ sql }: Target): Promise<void> {
  const lacking = `SELECT FROM publication WHERE searched_version IS DISTINCT FROM version LIMIT 1`;
  while ((await sql.query(lacking)).rowCount !== 0) await sleep(500);
}

const print = (lines: readonly string[]): boolean =>
  process.stdout.write(`${lines.join('\n')}\n\n`);

async function slowReaders({ database, targets: { service } }: Stage): Promise<void> {
  const others: Target[] = [];
  for (let n = 0; n < 2; n += 1)
    others.push({ ...service, ...(await callerOf(database.urlOf('service'))) });
  const [lister, seeker] = others as [Target, Target];
  const connection = new Connection(service.origin);
  const create = async (of: Target, slug: string, fields: object): Promise<string> =>
    (
      await connection.json<{ id: string }>(
        new Requests(of).createOf({ locale: 'en', slug, title: slug, ...fields }),
      )
    ).id;
  const release = (of: Target, id: string): Promise<void> =>
    connection.finish(new Requests(of).publishAndWait(id, 1));
  for (let n = 0; n < LISTED; n += 1) await create(lister, `l-${n}`, { ...LONGEST, content: 'a' });
  const long = await create(lister, 'long', { content: 'word 한국어 '.repeat(22_000) });
  await release(lister, long);
  for (const [n, content] of worstTexts(LISTED, 4).entries())
    await create(seeker, `d-${n}`, { content });
  for (const [n, content] of worstTexts(RELEASED, 3).entries())
    await release(seeker, await create(seeker, `p-${n}`, { content }));
  await indexed(service);
  await connection.close();
  await sleep(REST_MS);

  const asked = new Requests(lister);
  const call = { name: 'get_publication', arguments: { id: long, length: 200_000 } };
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const search = searchRequest('zqhit');
  const ownSearch = new Requests(seeker).list({ limit: 100, q: 'zqhit' });
  const requests: [string, Request][] = [
    ['the list of 100 documents with the longest fields', asked.list({ limit: 100 })],
    ['the list of 100 documents found by q', ownSearch],
    ['a document of 198,000 characters', asked.read(long)],
    ['the same document over MCP', asked.rpc(rpc, { 'mcp-protocol-version': '2025-06-18' })],
    ['the page of the document', { ...pageRequest('long'), headers: {} }],
    ['the search of the site', search],
  ];
  const memory: string[][] = [];
  for (const [name, request] of requests) {
    process.stderr.write(`${name} …\n`);
    memory.push([name, ...(await memoryOf(service, request))]);
  }
  await creates(service, 'warm');
  const latencies: string[][] = [];
  for (const [name, request] of [
    ['16 connections of one key that search 100 drafts', ownSearch],
    ['16 connections without a key that search the site', search],
  ] as const) {
    process.stderr.write(`${name} …\n`);
    const alone = await creates(service, `alone${latencies.length}`);
    const [beside, answered] = await besideSearches(service, request, () =>
      creates(service, `beside${latencies.length}`),
    );
    const ratio = beside / alone;
    const figures = [alone, beside].map((figure) => figure.toFixed(1));
    const missed = ratio <= MAX_RATIO ? '' : '**missed**';
    latencies.push([name, ...figures, ratio.toFixed(2), whole(answered), missed]);
  }
  print([`Node ${process.version}, ${cpus().length} cores for everything`]);
  print(table([`${READERS} slow readers of`, '200', '503', 'rest MiB', 'more MiB', ''], memory));
  const head = ['creates beside', 'p95 alone ms', 'p95 ms', 'ratio', 'searches', ''];
  print(table(head, latencies));
}

const stage = await openStage();
try {
  await slowReaders(stage);
} finally {
  await stage.close();
}
