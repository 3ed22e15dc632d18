/** Files in a folder of evidence, besides those of each released version (contract 15). */
export const EVIDENCE_FILES = {
  publication: 'publication.json',
  keys: 'jwks.json',
  audit: 'audit.jsonl',
} as const;

/** File names of a released version; they do not contain its slug. */
export const versionFiles = (version: number) => ({
  markdown: `version-${version}.md`,
  record: `version-${version}.jws`,
  decision: `version-${version}.decision.json`,
});

/** File of an earlier record of a version that was withdrawn and released again; `number` is its place in the chain. */
export const earlierRecordFile = (version: number, number: number): string =>
  `version-${version}.record-${number}.jws`;

/** Suffix of the file that has the hash of an erased record, in place of the record. */
export const HASH_SUFFIX = '.sha256';

export interface PublicationInEvidence {
  readonly id: string;
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
  /** When and why the whole document was erased; `null`: it was not. */
  readonly erased: ErasedInEvidence | null;
}

interface ErasedInEvidence {
  readonly at: string;
  readonly reason: string;
}

/** Who decided to release a version, how and when; times are RFC 3339. */
export interface DecisionInEvidence {
  readonly version: number;
  /** `null`: erased before evidence was written. */
  readonly publishedAt: string | null;
  /** `null`: it was released before decisions were kept. */
  readonly decision: {
    /** Id of the accepted write, as in the audit. */
    readonly id: string;
    readonly at: string;
    /** Name as stated; `null`: nobody was named. */
    readonly by: string | null;
    /** How that person confirmed the release; `null`: nobody was named. */
    readonly via: string | null;
    readonly channel: string;
    /** `null`: an operator. */
    readonly keyId: string | null;
    readonly client: { readonly name: string; readonly version: string } | null;
    readonly requestId: string;
    /**
     * What was public at that time: the desk and `view=changes` compare the version with it. `version` is `null` if
     * nothing was public, the whole object if that was not kept.
     */
    readonly publicThen: { readonly version: number | null } | null;
  } | null;
  /** When and why this version was erased; `null`: it was not. */
  readonly erased: ErasedInEvidence | null;
}
