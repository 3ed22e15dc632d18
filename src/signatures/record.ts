import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { versionFile } from '../documents/front-matter.js';
import { type DocumentValue, membersOf } from '../documents/document.js';
import { isAi, MACHINE_MADE } from '../documents/authors.js';
import type { Approved, ReleaseApproval } from '../documents/release-facts.js';
import type { PagePath } from '../documents/page-path.js';
import { versionHref } from '../documents/version-path.js';

/** The signed record of one release (contract 15). Hashes are SHA-256 in lower-case hexadecimal. */
export interface ReleaseRecord extends Omit<DocumentValue, 'description'>, Approved {
  /** Absolute address of this version. */
  readonly address: string;
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  /** Hash of the content (Markdown in UTF-8). */
  readonly contentSha256: string;
  readonly descriptionSha256: string;
  /** IPTC term; `null` if the text does not count as written by AI. */
  readonly digitalSourceType: string | null;
  /** Name of the account. */
  readonly publisher: string;
  /** The program in which the release was confirmed, as that program states; absent if not known. */
  readonly approvedIn?: string;
  /** The person who released it at the desk, as the operator named them; absent if it was released in another way. */
  readonly approver?: { readonly id: string; readonly name: string };
  /** RFC 3339, UTC, with milliseconds. */
  readonly publishedAt: string;
  /** SHA-256 of the JWS of the publication's previous release; `null` if no earlier release was signed. */
  readonly previous: string | null;
}

export interface ReleaseToSign
  extends PagePath, DocumentValue, ReleaseApproval, Pick<ReleaseRecord, 'version' | 'previous'> {
  readonly markdown: string;
  readonly accountName: string;
  readonly publishedAt: Date;
}

export const sha256Of = (data: string | Uint8Array): string => hash('sha256', data);

/** Makes the record of a release. @param baseUrl PUBLIC_BASE_URL */
export function recordOf(release: ReleaseToSign, baseUrl: string): ReleaseRecord {
  const { description, ...members } = membersOf(release);
  return {
    ...members,
    address: baseUrl + versionHref(release, release.version),
    locale: release.locale,
    slug: release.slug,
    version: release.version,
    contentSha256: sha256Of(release.markdown),
    descriptionSha256: sha256Of(description),
    digitalSourceType: isAi(release.author.kind) ? MACHINE_MADE : null,
    publisher: release.accountName,
    approvedBy: release.approvedBy,
    approvedVia: release.approvedVia,
    ...(release.approvedIn !== null && { approvedIn: release.approvedIn }),
    ...(release.approverId !== null &&
      release.approvedBy !== null && {
        approver: { id: release.approverId, name: release.approvedBy },
      }),
    publishedAt: release.publishedAt.toISOString(),
    previous: release.previous,
  };
}

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
      ...texts,
      accountName: record.publisher,
      publishedAt: new Date(record.publishedAt),
    },
    originOf(record),
  );
