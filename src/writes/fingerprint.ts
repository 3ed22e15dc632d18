import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Write } from './write.js';

/** Format of new records. A record stores its format number, so that older records stay readable (contract 5). */
export const FINGERPRINT_FORMAT = 1;

/**
 * SHA-256 of operation, target and payload as canonical JSON (RFC 8785). The target of a create is null.
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
