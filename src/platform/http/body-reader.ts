import type { Problem } from '../problems/problem.js';
import {
  bodyOutOfBounds,
  bodyStalled,
  invalidJson,
  payloadTooLarge,
  unavailable,
} from '../problems/common-problems.js';
import { JsonBounds } from './json-bounds.js';
import type { ServiceRequest } from './service-request.js';

const MIB = 1024 * 1024;
/** Maximum bytes of all request bodies together in memory (contract 4, "Bounds at the entrance"). */
const MAX_BYTES = 64 * MIB;
/** Maximum bytes of all request bodies of one publisher key in memory. */
const MAX_KEY_BYTES = 16 * MIB;

/** Counts the bytes of bodies while they arrive, so that many connections together cannot exceed the limits. */
class BodyBudget {
  private held = 0;
  private readonly heldByKey = new Map<string, number>();

  /** Counts the next bytes of a body. @throws Problem `unavailable` if these bytes would exceed a limit */
  take(keyId: string, bytes: number): void {
    const ofKey = (this.heldByKey.get(keyId) ?? 0) + bytes;
    if (this.held + bytes > MAX_BYTES || ofKey > MAX_KEY_BYTES) throw unavailable();
    this.held += bytes;
    this.heldByKey.set(keyId, ofKey);
  }

  release(keyId: string, bytes: number): void {
    this.held -= bytes;
    const ofKey = (this.heldByKey.get(keyId) ?? 0) - bytes;
    if (ofKey > 0) this.heldByKey.set(keyId, ofKey);
    else this.heldByKey.delete(keyId);
  }
}

/** Maximum bytes of one request body, at both interfaces (contract 6). */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The longest allowed pause within a body. `http-server.ts` limits the time for the whole request. */
const STALL_MS = 30_000;

/**
 * Number of chunks that are merged into one chunk, in order to save memory. Each chunk takes 200 bytes besides its
 * content, and the content can be a single byte.
 */
const MERGED_CHUNKS = 256;

const budget = new BodyBudget();

interface BodyOptions {
  readonly maxBytes?: number;
  /** Whether the body is checked against the bounds in `json-bounds.ts`; true by default. */
  readonly isJson?: boolean;
}

/** Reads one request body within its bounds, and counts its bytes in the budget until `release()`. */
export class BodyReader {
  private readonly bounds = new JsonBounds();
  private readonly maxBytes: number;
  private readonly isJson: boolean;
  private readonly merged: Buffer[] = [];
  private chunks: Buffer[] = [];
  private held = 0;

  constructor(
    private readonly request: ServiceRequest,
    private readonly keyId: string,
    { maxBytes = MAX_BODY_BYTES, isJson = true }: BodyOptions = {},
  ) {
    this.maxBytes = maxBytes;
    this.isJson = isJson;
  }

  /** Returns the number of members and elements of the JSON that was read so far, on all levels together. */
  get members(): number {
    return this.bounds.members;
  }

  /**
   * Reads the whole body. Refuses a body whose `Content-Length` exceeds the limit, and any other body as soon as it
   * exceeds a bound. Discards the rest of a refused body. After the last byte, the checks of the guard are repeated.
   * @throws Problem `payload_too_large`, `invalid_request` or `unavailable`, and those of the guard
   * @throws Problem `invalid_json` if the connection broke
   */
  async read(): Promise<Buffer> {
    const { request } = this;
    try {
      if (Number(request.headers['content-length'] ?? 0) > this.maxBytes) throw this.tooLarge();
      await this.received();
    } finally {
      request.removeAllListeners('data').resume();
    }
    await request.admitAgain?.();
    return Buffer.concat([...this.merged, ...this.chunks]);
  }

  /** Gives the bytes of the body back to the budget. Must be called when the body is no longer used. */
  release(): void {
    budget.release(this.keyId, this.held);
  }

  private async received(): Promise<void> {
    let stall: NodeJS.Timeout | undefined;
    const end = new Promise<void>((resolve, reject: (problem: Problem) => void) => {
      stall = setTimeout(() => reject(this.stalled()), STALL_MS);
      this.request.once('end', resolve).once('close', () => reject(invalidJson()));
      this.request.on('data', (chunk: Buffer) => {
        stall!.refresh();
        try {
          this.add(chunk);
        } catch (error) {
          reject(error as Problem);
        }
      });
    });
    await end.finally(() => clearTimeout(stall));
  }

  private add(chunk: Buffer): void {
    if (this.held + chunk.length > this.maxBytes) throw this.tooLarge();
    budget.take(this.keyId, chunk.length);
    this.held += chunk.length;
    if (this.isJson && !this.bounds.admits(chunk)) throw bodyOutOfBounds();
    this.chunks.push(chunk);
    if (this.chunks.length < MERGED_CHUNKS) return;
    this.merged.push(Buffer.concat(this.chunks));
    this.chunks = [];
  }

  /**
   * Refuses a body that stopped arriving. Closes the connection after the response, because the rest of the body may
   * never arrive.
   */
  private stalled(): Problem {
    const { request } = this;
    request.res!.set('Connection', 'close').once('close', () => request.destroy());
    return bodyStalled(STALL_MS);
  }

  private readonly tooLarge = (): Problem => payloadTooLarge(this.maxBytes);
}
