import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Write } from './write.js';

/**
 * Fingerprint format of new records. Each record stores its format number, so that older records can still be compared
 * after a change of format (contract 5).
 */
export const FINGERPRINT_FORMAT = 1;

/**
 * Computes the SHA-256 of operation, target and payload as canonical JSON (RFC 8785). The target is the id of the
 * publication; for a create, the target is null, because each retry of a create has a new id.
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
