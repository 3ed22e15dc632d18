import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { Pool } from 'undici';
import { Requests } from '../requests.js';
import type { Request } from '../load.js';
import type { Target } from '../stage.js';
import { SEARCHED, SLOW_DOCUMENTS } from './slow-documents.js';

export type CrowdKind =
  | 'feed'
  | 'releases'
  | 'drafts'
  | 'contents'
  | 'previews'
  | 'bodies'
  | 'search'
  | 'uploads'
  | 'lists'
  | 'creates'
  | 'burst';

/** Message that starts a crowd. */
export interface CrowdWish {
  readonly kind: CrowdKind;
  readonly origin: string;
  /** Keys of the accounts that own `documents`. The last account has many drafts. */
  readonly keys: readonly string[];
  readonly documents: readonly string[][];
}

const [{ kind, origin, keys, documents }] = (await once(process, 'message')) as [CrowdWish];
const pool = new Pool(origin, { connections: 64, pipelining: 1, bodyTimeout: 60_000 });
const requests = keys.map((key) => new Requests({ key } as Target));
let asked = 0;
let stopped = false;

/** Makes a request for a view of one of the account's documents. The documents take turns. */
function view(account: number, name: string): Request {
  const ids = documents[account]!;
  const id = ids[asked % ids.length]!;
  return { ...requests[account]!.read(id), path: `/api/v1/publications/${id}?view=${name}` };
}

interface Dispatched extends Pick<Request, 'path' | 'headers'> {
  readonly method: Request['method'] | 'HEAD' | 'PUT';
  readonly body?: string | Buffer;
}

/** Sends a request, and returns the body of the answer, also if the answer is a refusal. */
async function send(request: Dispatched): Promise<string> {
  asked += 1;
  const { method, path, headers, body: sent } = request;
  const { body } = await pool.request({
    method,
    path,
    ...(headers && { headers }),
    ...(sent !== undefined && { body: sent }),
  });
  return body.text();
}

/** A JPEG of 6 megapixels that decoders process like a photograph; made at the first use. */
let photograph: Promise<Buffer> | undefined;
const drawPhotograph = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 3_000,
      height: 2_000,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(3)
    .jpeg()
    .toBuffer();

/** Start of a JPEG comment. The random bytes after it make each file different. */
const COMMENT = Buffer.from([0xff, 0xfe, 0x00, 0x12]);

/** Makes a new picture, and the path for its upload. */
async function newPhotograph(): Promise<{ readonly path: string; readonly body: Buffer }> {
  const bytes = await (photograph ??= drawPhotograph());
  const body = Buffer.concat([bytes.subarray(0, 2), COMMENT, randomBytes(16), bytes.subarray(2)]);
  return { path: `/api/v1/pictures/${createHash('sha256').update(body).digest('hex')}`, body };
}

/** Publishes each id once; `false` when none is left. */
const publishNext = async (ids: string[], by: Requests): Promise<unknown> => {
  const id = ids.shift();
  return id !== undefined && send(by.publish(id, 1));
};

const UPLOADS = 8;
const HALF_SENT = 24;
const HELD_MS = 1_000;

async function sendHalf(): Promise<void> {
  const { path, body } = await newPhotograph();
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  sockets.add(socket);
  socket.on('error', () => {});
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${keys[0]}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, body.length / 2));
  await sleep(HELD_MS);
  socket.destroy();
  sockets.delete(socket);
}

const words = encodeURIComponent(SEARCHED.join(' '));
const sockets = new Set<ReturnType<typeof connect>>();

/** One turn of one member of the crowd; `false` if the member has no more work. */
const TURNS: Record<CrowdKind, (place: number) => Promise<unknown>> = {
  feed: (place) => send({ method: place % 2 === 0 ? 'GET' : 'HEAD', path: '/feed.xml' }),
  releases: () => publishNext(documents[0]!, requests[0]!),
  drafts: async (place) => {
    if (place >= 20) return false;
    const content = SLOW_DOCUMENTS[place % SLOW_DOCUMENTS.length]!();
    const document = { locale: 'en', slug: `crowd-${randomUUID()}`, title: 'Slow', content };
    await send(requests[0]!.createOf(document));
    return false;
  },
  contents: (place) =>
    place >= 16
      ? Promise.resolve(false)
      : send(view(place % 2, place % 4 < 2 ? 'outline' : 'changes')),
  previews: async (place) => {
    if (place >= 16) return false;
    const answer = JSON.parse(await send(view(place % 2, 'preview'))) as {
      preview?: { url: string };
    };
    const path = answer.preview && new URL(answer.preview.url).pathname;
    return path && send({ method: 'GET', path });
  },
  bodies: () => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/publications HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${keys[0]}\r\n` +
        `Content-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: 3100000\r\n\r\n{"content":"`,
    );
    socket.write('a'.repeat(3_000_000));
    return Promise.resolve(false);
  },
  search: (place) =>
    place >= 16 ? Promise.resolve(false) : send({ method: 'GET', path: `/search.json?q=${words}` }),
  uploads: async (place) => {
    if (place >= UPLOADS + HALF_SENT) return false;
    if (place >= UPLOADS) return sendHalf();
    const headers = { authorization: `Bearer ${keys[0]}` };
    return send({ method: 'PUT', ...(await newPhotograph()), headers });
  },
  lists: () =>
    send(requests.at(-1)!.list({ limit: 100, state: 'draft', tag: `tag-${asked % 100}` })),
  creates: () => send(requests[0]!.create(`crowd-${randomUUID()}`)),
  burst: () => publishNext(documents.at(-1)!, requests.at(-1)!),
};

async function work(place: number): Promise<void> {
  while (!stopped) {
    try {
      if ((await TURNS[kind](place)) === false) return;
    } catch {
      // Refusals of the crowd are not measured.
    }
  }
}

const toldToStop = once(process, 'message').then(() => (stopped = true));
const crowd = Array.from({ length: kind === 'bodies' ? 100 : 64 }, (_, place) => work(place));
await toldToStop;
for (const socket of sockets) socket.destroy();
await pool.destroy();
await Promise.allSettled(crowd);
process.send!(asked, () => process.disconnect());
