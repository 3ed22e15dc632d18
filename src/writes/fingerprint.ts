import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Write } from './write.js';

/** Format of new records; older records stay readable by their number (contract 5). */
export const FINGERPRINT_FORMAT = 1;

/**
 * Hash of operation, target and payload as canonical JSON (RFC 8785); a create has no target yet.
 * @throws RangeError for an unknown format
 */
export function fingerprint(
  { operation, publicationId, payload }: Pick<Write, 'operation' | 'publicationId' | 'payload'>,
  format: number,
): Buffer {
  if (format !== FINGERPRINT_FORMAT) throw new RangeError(`Unknown fingerprint format ${format}`);
  const target = operation === 'create' ? null : publicationId;
  return createHash('sha256').update(canonicalize({ operation, target, payload })!).digest();
}
