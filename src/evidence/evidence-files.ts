/** The files in a folder of evidence, beside those of each released version (contract 15). */
export const EVIDENCE_FILES = {
  publication: 'publication.json',
  keys: 'jwks.json',
  audit: 'audit.jsonl',
} as const;

/** Names of the files of a released version; they are plain, whatever the slug. */
export const versionFiles = (version: number) => ({
  markdown: `version-${version}.md`,
  record: `version-${version}.jws`,
  decision: `version-${version}.decision.json`,
});

/** A record that was signed for a version before it was withdrawn and released again, by its place in the chain. */
export const earlierRecordFile = (version: number, number: number): string =>
  `version-${version}.record-${number}.jws`;

/** Behind the name of a record that was erased: its hash stands there in its place. */
export const HASH_SUFFIX = '.sha256';

/** Which publication the evidence is of. */
export interface PublicationInEvidence {
  readonly id: string;
  readonly accountId: string;
  readonly locale: string;
  readonly slug: string;
  /** When the whole document was erased, and why; `null`: it was not. */
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
    /** The accepted write, as the audit names it. */
    readonly id: string;
    readonly at: string;
    /** As it was stated; `null`: nobody was named. */
    readonly by: string | null;
    /** How that person confirmed it; `null`: nobody was named. */
    readonly via: string | null;
    readonly channel: string;
    /** `null`: an operator. */
    readonly keyId: string | null;
    readonly client: { readonly name: string; readonly version: string } | null;
    readonly requestId: string;
    /**
     * What was public at that moment: the desk and `view=changes` show what a version changes against it. `version` is `null`
     * where nothing was public; all of it where that was not kept.
     */
    readonly publicThen: { readonly version: number | null } | null;
  } | null;
  /** When this version was erased, and why; `null`: it was not. */
  readonly erased: ErasedInEvidence | null;
}
