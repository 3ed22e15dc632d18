import { unavailable } from '../problems/common-problems.js';

const MIB = 1024 * 1024;
/** Bytes of all bodies that are being received (contract 4, "Bounds at the entrance"). */
const MAX_BYTES = 64 * MIB;
/** Of the bodies of one key. */
const MAX_KEY_BYTES = 16 * MIB;

/**
 * Counts the bytes that bodies hold in memory until they are parsed, so that no number of connections takes more
 * of it. A body counts as it comes, not as its `Content-Length` announces it.
 */
export class BodyBudget {
  private held = 0;
  private readonly heldByKey = new Map<string, number>();

  /** Counts the next bytes of a body. @throws Problem `unavailable` where they would be too many */
  take(keyId: string, bytes: number): void {
    const ofKey = (this.heldByKey.get(keyId) ?? 0) + bytes;
    if (this.held + bytes > MAX_BYTES || ofKey > MAX_KEY_BYTES) throw unavailable();
    this.held += bytes;
    this.heldByKey.set(keyId, ofKey);
  }

  /** Gives back what a body has taken. */
  release(keyId: string, bytes: number): void {
    this.held -= bytes;
    const ofKey = (this.heldByKey.get(keyId) ?? 0) - bytes;
    if (ofKey > 0) this.heldByKey.set(keyId, ofKey);
    else this.heldByKey.delete(keyId);
  }
}
