import { sha256Of } from './record.js';

/**
 * Names of single files in a folder of evidence (contract 15). `CHECKSUMS_FILE` names the checksums, and `versionFiles`
 * the files of a released version.
 */
export const EVIDENCE_FILES = {
  publication: 'publication.json',
  keys: 'jwks.json',
  audit: 'audit.jsonl',
  notes: 'notes.json',
} as const;

/** Returns the names of the files of a released version. The names do not contain the slug. */
export const versionFiles = (version: number) => ({
  markdown: `version-${version}.md`,
  record: `version-${version}.jws`,
  decision: `version-${version}.decision.json`,
});

/**
 * Returns the name of the file for the record of a release whose version was released again later.
 * @param number position of the record in the chain, from 1
 */
export const earlierRecordFile = (version: number, number: number): string =>
  `version-${version}.record-${number}.jws`;

/** Suffix of the file that contains the hash of an erased record instead of the record. */
export const HASH_SUFFIX = '.sha256';

/** Serialises JSON as it stands in a folder of evidence: `verify` compares every byte. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export interface PublicationInEvidence {
  readonly id: string;
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
  /** When and why the whole document was erased; `null` if the document was not erased. */
  readonly erased: ErasedInEvidence | null;
}

interface ErasedInEvidence {
  readonly at: string;
  readonly reason: string;
}

/** The notes of approvers on a document, oldest first. Times are in RFC 3339. */
export interface NotesInEvidence {
  readonly notes: readonly {
    readonly id: string;
    readonly at: string;
    /** The version at which it was noted. */
    readonly version: number;
    readonly field: string;
    readonly section: string | null;
    readonly quote: string | null;
    readonly text: string;
    readonly by: string;
    readonly approverId: string;
    /** The newest version that answers it; `null`: none does. */
    readonly answeredIn: number | null;
    readonly closed: { readonly at: string; readonly by: string } | null;
  }[];
}

/** The person or program that decided to release a version, how and when. Times are in RFC 3339. */
export interface DecisionInEvidence {
  readonly version: number;
  /** Time of the release. */
  readonly publishedAt: string;
  readonly decision: {
    /** Id of the accepted write, as in the audit. */
    readonly id: string;
    readonly at: string;
    /** Name of the approver as stated; `null` if no name was stated. */
    readonly by: string | null;
    /** How the approver confirmed the release; `null` if no name was stated. */
    readonly via: string | null;
    readonly channel: string;
    /** Id of the key; at the desk, id of the approver; `null` for an operator. */
    readonly keyId: string | null;
    readonly client: { readonly name: string; readonly version: string } | null;
    readonly requestId: string;
    /**
     * The version that was public at the time of the decision. The approver could compare the new version with this
     * public version. `version` is `null` if no version was public.
     */
    readonly publicThen: { readonly version: number | null };
  };
  /** Every approval of this version that released nothing, because others were missing; oldest first. */
  readonly approvals: readonly {
    readonly id: string;
    readonly at: string;
    /** Name of the approver; `null` if it was erased. */
    readonly by: string | null;
    /** Id of the approver. */
    readonly keyId: string;
    readonly requestId: string;
  }[];
  /** When and why this version was erased; `null` if this version was not erased. */
  readonly erased: ErasedInEvidence | null;
}

/** Name of the file with the SHA-256 of all other files in a folder, in the format that `sha256sum --check` reads. */
export const CHECKSUMS_FILE = 'SHA256SUMS';

const HEAD = '# SHA-256 of the lines below: ';

/**
 * Makes the text of `SHA256SUMS`. The first line contains the hash of the other lines; `sha256sum` reads the first line
 * as a comment. With this hash, `verify` can distinguish a change of `SHA256SUMS` from a change of a listed file.
 */
export function checksumsText(hashes: ReadonlyMap<string, string>): string {
  const lines = [...hashes]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
  return `${HEAD}${sha256Of(lines)}\n${lines}`;
}

/** Parses `SHA256SUMS` into hashes by file name; `undefined` if the text is not as `checksumsText` writes it. */
export function readChecksums(text: string): ReadonlyMap<string, string> | undefined {
  const found = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)];
  const hashes = new Map(found.map(([, sha256, name]) => [name!, sha256!]));
  return checksumsText(hashes) === text ? hashes : undefined;
}
