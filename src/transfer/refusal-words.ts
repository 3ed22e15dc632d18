import type { Problem } from '../platform/problems/problem.js';
import type { FaultyPicture } from '../writes/facts.sql.js';

const LACKS: Readonly<Record<FaultyPicture['reason'], string>> = {
  missing: 'is not there',
  no_alternative_text: 'has no alternative text',
};

/**
 * Says why a document was refused, as the end of a sentence that begins with the file. Names pictures by their files,
 * because a person at a command line sees no `details`.
 * @param pictures the SHA-256 of each imported picture, by path
 */
export function refusalWords(
  { code, message, occasion }: Problem,
  pictures: ReadonlyMap<string, string | undefined>,
): string {
  const faulty =
    code === 'picture_missing' ? (occasion.details?.['pictures'] as readonly FaultyPicture[]) : [];
  if (faulty.length === 0) return `was refused (${code}): ${message}`;
  const files = new Map([...pictures].map(([path, sha256]) => [sha256, path]));
  const named = faulty.map(
    ({ sha256, reason }) => `${files.get(sha256) ?? `picture:${sha256}`} ${LACKS[reason]}`,
  );
  return `is not published (${code}): ${named.join('; ')}`;
}
