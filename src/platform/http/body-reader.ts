import type { Problem } from '../problems/problem.js';
import {
  bodyStalled,
  invalidJson,
  payloadTooLarge,
  unavailable,
} from '../problems/common-problems.js';
import type { ServiceRequest } from './service-request.js';

const MIB = 1024 * 1024;
/** Maximum bytes of one request body, at both interfaces (contract 6). */
export const MAX_BODY_BYTES = 3 * MIB;
/** Maximum bytes of all request bodies together in memory (contract 4, "Bounds at the entrance"). */
const MAX_BYTES = 64 * MIB;
/** Maximum bytes of all request bodies of one publisher key in memory. */
const MAX_KEY_BYTES = 16 * MIB;
/** The longest allowed pause within a body. `http-server.ts` limits the time for the whole request. */
const STALL_MS = 30_000;

/** The bytes that request bodies occupy at present, of all payers together and of each. */
const inFlight = { all: 0, of: new Map<string, number>() };

/** Counts `bytes` more, or fewer, for a payer. @throws Problem `unavailable` if a limit would be exceeded */
function count(payer: string, bytes: number): void {
  const all = inFlight.all + bytes;
  const own = (inFlight.of.get(payer) ?? 0) + bytes;
  if (bytes > 0 && (all > MAX_BYTES || own > MAX_KEY_BYTES)) throw unavailable();
  inFlight.all = all;
  if (own > 0) inFlight.of.set(payer, own);
  else inFlight.of.delete(payer);
}

/**
 * Reads the body of a request and hands it to `use`. Until `use` has ended, its bytes count for `payer`, the publisher
 * key or the address that sent it. Discards the rest of a refused body. After the last byte, the checks of the guard are
 * repeated.
 * @throws Problem `payload_too_large`, `invalid_request` or `unavailable`, and those of the guard
 * @throws Problem `invalid_json` if the connection broke
 */
export async function withBody<T>(
  request: ServiceRequest,
  payer: string,
  maxBytes: number,
  use: (body: Buffer) => T | Promise<T>,
): Promise<T> {
  const declared = Number(request.headers['content-length'] ?? 0);
  const body = new GrowingBuffer(payer, declared, maxBytes);
  try {
    if (declared > maxBytes) throw payloadTooLarge(maxBytes);
    await received(request, (chunk) => body.add(chunk));
    await request.admitAgain?.();
    return await use(body.bytes);
  } finally {
    request.removeAllListeners('data').resume();
    body.release();
  }
}

/**
 * Collects the bytes in one buffer of the declared length, because a chunk takes 200 bytes besides its content, which
 * can be a single byte. Without a declared length, the buffer doubles.
 */
class GrowingBuffer {
  private buffer = Buffer.alloc(0);
  private length = 0;

  constructor(
    private readonly payer: string,
    private readonly declared: number,
    private readonly maxBytes: number,
  ) {}

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  add(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.maxBytes) throw payloadTooLarge(this.maxBytes);
    if (length > this.buffer.length) {
      const size = Math.min(this.maxBytes, Math.max(this.declared, 2 * this.buffer.length, length));
      count(this.payer, size - this.buffer.length);
      const larger = Buffer.allocUnsafe(size);
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    chunk.copy(this.buffer, this.length);
    this.length = length;
  }

  release(): void {
    count(this.payer, -this.buffer.length);
  }
}

async function received(request: ServiceRequest, add: (chunk: Buffer) => void): Promise<void> {
  let stall: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve, reject: (problem: Problem) => void) => {
    stall = setTimeout(() => reject(stalled(request)), STALL_MS);
    request.once('end', resolve).once('close', () => reject(invalidJson()));
    request.on('data', (chunk: Buffer) => {
      stall!.refresh();
      try {
        add(chunk);
      } catch (error) {
        reject(error as Problem);
      }
    });
  });
  await end.finally(() => clearTimeout(stall));
}

/**
 * Refuses a body that stopped arriving. Closes the connection after the response, because the rest of the body may never
 * arrive.
 */
function stalled(request: ServiceRequest): Problem {
  request.res!.set('Connection', 'close').once('close', () => request.destroy());
  return bodyStalled(STALL_MS);
}
