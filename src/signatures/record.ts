import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { versionFile } from '../documents/front-matter.js';
import { isAi, MACHINE_MADE } from '../documents/authors.js';
import { type PagePath, versionHref } from '../documents/page-path.js';

/** The signed record of one release (contract 15). Hashes are SHA-256 in lower-case hexadecimal. */
export interface ReleaseRecord {
  /** Absolute address of this version. */
  readonly address: string;
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  readonly title: string;
  /** Hash of the content (Markdown in UTF-8). */
  readonly contentSha256: string;
  readonly descriptionSha256: string;
  readonly tags: readonly string[];
  readonly sources: readonly string[];
  readonly author: { readonly kind: string; readonly name: string };
  /** IPTC term; `null` if the text does not count as written by AI. */
  readonly digitalSourceType: string | null;
  /** Name of the account. */
  readonly publisher: string;
  readonly approvedBy: string | null;
  readonly approvedVia: 'desk' | 'host' | 'key' | null;
  /** The program in which the release was confirmed, as its host says; absent if not known. */
  readonly approvedIn?: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly publishedAt: string;
  /** SHA-256 of the JWS of the publication's previous release; `null` if no earlier release was signed. */
  readonly previous: string | null;
}

export interface ReleaseToSign
  extends
    PagePath,
    Pick<
      ReleaseRecord,
      'version' | 'title' | 'tags' | 'sources' | 'approvedBy' | 'approvedVia' | 'previous'
    > {
  readonly description: string;
  readonly markdown: string;
  readonly authorKind: string;
  readonly authorName: string;
  readonly accountName: string;
  readonly approvedIn: string | null;
  readonly publishedAt: Date;
}

export const sha256Of = (data: string | Uint8Array): string => hash('sha256', data);

/** Makes the record of a release. @param baseUrl PUBLIC_BASE_URL */
export const recordOf = (release: ReleaseToSign, baseUrl: string): ReleaseRecord => ({
  address: baseUrl + versionHref(release, release.version),
  locale: release.locale,
  slug: release.slug,
  version: release.version,
  title: release.title,
  contentSha256: sha256Of(release.markdown),
  descriptionSha256: sha256Of(release.description),
  tags: release.tags,
  sources: release.sources,
  author: { kind: release.authorKind, name: release.authorName },
  digitalSourceType: isAi(release.authorKind) ? MACHINE_MADE : null,
  publisher: release.accountName,
  approvedBy: release.approvedBy,
  approvedVia: release.approvedVia,
  ...(release.approvedIn !== null && { approvedIn: release.approvedIn }),
  publishedAt: release.publishedAt.toISOString(),
  previous: release.previous,
});

/** Serialises a record as canonical JSON (RFC 8785). */
export const canonicalText = (record: unknown): string => canonicalize(record) ?? '';

/** Reads the record in a JWS that this service signed. @throws SyntaxError if the payload is not JSON */
export const recordIn = (jws: string): ReleaseRecord =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as ReleaseRecord;

/** Returns PUBLIC_BASE_URL as it was at the time of the signature: the beginning of `address`. */
export const originOf = (record: ReleaseRecord): string =>
  record.address.slice(0, -versionHref(record, record.version).length);

/** The texts of a release of which the record has only the hashes. */
export interface RecordedTexts {
  readonly description: string;
  readonly markdown: string;
}

/**
 * Makes the Markdown file of a signed version (contract 15). The record and its texts determine every byte, also the
 * origin of the addresses. So the file stays the same after a change of PUBLIC_BASE_URL, and can be made anew for a
 * comparison.
 */
export const signedMarkdown = (record: ReleaseRecord, texts: RecordedTexts): string =>
  versionFile(
    {
      ...record,
      description: texts.description,
      markdown: texts.markdown,
      authorKind: record.author.kind,
      authorName: record.author.name,
      accountName: record.publisher,
      publishedAt: new Date(record.publishedAt),
    },
    originOf(record),
  );
