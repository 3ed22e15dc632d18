import type { ReleaseRecord } from '../signatures/record.js';
import { versionFile } from '../site/front-matter.js';
import { type PagePath, versionHref } from '../site/page-path.js';
import { type KeptVersion, unpackVersion } from '../versions/kept-version.js';

export interface ReleaseInEvidence {
  readonly version: number;
  readonly publishedAt: Date | null;
  readonly approvedBy: string | null;
  readonly approvedVia: 'desk' | 'host' | 'key' | null;
  readonly accountName: string | null;
  /** A packed `KeptVersion`; `null` if none was kept, or it was erased. */
  readonly document: Uint8Array | null;
  /** The revision, which is read only if no `KeptVersion` was kept. */
  readonly revision: Omit<KeptVersion, 'html' | 'headings'> | null;
  readonly jws: string | null;
}

/** The same Markdown as at the address of the version; `undefined` if the version was erased. */
export function releaseMarkdown(
  path: PagePath,
  release: ReleaseInEvidence,
  publicBaseUrl: string,
): string | undefined {
  const { document, revision, jws, ...facts } = release;
  const kept = document ? unpackVersion(document) : revision;
  if (!kept) return undefined;
  const { locale, slug } = path;
  const publishedAt = facts.publishedAt!;
  return versionFile(
    { ...facts, ...kept, locale, slug, publishedAt, isSigned: jws !== null },
    jws === null ? publicBaseUrl : signedOrigin(jws, versionHref(path, release.version)),
  );
}

/** PUBLIC_BASE_URL at the time of signing, because the Markdown must contain the same addresses as the record. */
function signedOrigin(jws: string, href: string): string {
  const payload = Buffer.from(jws.split('.')[1]!, 'base64url').toString();
  return (JSON.parse(payload) as ReleaseRecord).address.slice(0, -href.length);
}
