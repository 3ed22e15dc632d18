import type { JSONWebKeySet } from 'jose';
import { type ReleaseRecord, sha256Of } from '../record.js';
import { differences, isOfPage, readMarkdown, type ReadMarkdown } from './read-markdown.js';
import { readRecord } from './read-record.js';

/** The faulty part of a release or of a folder of evidence. */
export type Part =
  | 'address'
  | 'Markdown'
  | 'record'
  | 'signature'
  | 'chain'
  | 'decision'
  | 'keys'
  | 'audit'
  | 'publication'
  | 'notes'
  | 'checksums';

export interface Failure {
  readonly part: Part;
  readonly message: string;
}

export interface FileFailure extends Failure {
  readonly file: string;
}

/** Placeholder for a record that was withdrawn or erased. Only the hash of such a record is known. */
export const WITHHELD = Symbol('withheld');

export interface ReleaseToVerify {
  /** `undefined` if only the record is to be checked. */
  readonly markdown: Uint8Array | undefined;
  readonly jws: string;
  readonly keys: JSONWebKeySet;
  /** Finds the JWS with this SHA-256 among the records of the document; `undefined` if no record has this SHA-256. */
  readonly previous: (
    sha256: string,
    of: ReleaseRecord,
  ) => Promise<string | typeof WITHHELD | undefined>;
}

export interface Verification {
  readonly failures: readonly Failure[];
  /** `undefined` if the record cannot be read. */
  readonly record: ReleaseRecord | undefined;
  /** Number of valid records: this record, and the valid records before it in the chain. */
  readonly records: number;
  /** Whether the file is the Markdown of the page, which has the time of the first release, too. */
  readonly isOfPage: boolean;
  /** Whether the chain reaches a withheld record. The records before a withheld record cannot be checked. */
  readonly withheld: boolean;
}

/** The chain of a record that does not verify. */
const NO_CHAIN = { records: 0, withheld: false };

/** Checks Markdown, record, signature and chain, and says which of these was changed (contract 15). */
export async function verifyRelease(release: ReleaseToVerify): Promise<Verification> {
  const { record, recordFault, signatureFault } = await readRecord(release.jws, release.keys);
  const markdown = markdownOf(release.markdown);
  if (!record) {
    const message = `The record ${recordFault}.`;
    return { failures: [{ part: 'record', message }], record, ...NO_CHAIN, isOfPage: false };
  }
  const differing = differencesOf(markdown, record);
  const ofPage =
    markdown !== undefined && !(markdown instanceof Error) && isOfPage(markdown, record);
  const chain = await verifyChain(release, record);
  if (signatureFault !== undefined) {
    const isRecord = differing.length > 0 || chain.missing;
    const failure: Failure = isRecord
      ? {
          part: 'record',
          message: `The record was changed since it was signed: ${signatureFault}.`,
        }
      : { part: 'signature', message: `The signature is not valid: ${signatureFault}.` };
    return { failures: [failure], record, ...NO_CHAIN, isOfPage: ofPage };
  }
  const failures = [
    ...differing.map((message): Failure => ({
      part: 'Markdown',
      message: `Markdown: ${message}.`,
    })),
    ...chain.failures,
  ];
  const { records, withheld } = chain;
  return { failures, record, records, withheld, isOfPage: ofPage };
}

function markdownOf(file: Uint8Array | undefined): ReadMarkdown | Error | undefined {
  if (!file) return undefined;
  try {
    return readMarkdown(file);
  } catch (error) {
    return error as Error;
  }
}

function differencesOf(
  markdown: ReadMarkdown | Error | undefined,
  record: ReleaseRecord,
): readonly string[] {
  if (!markdown) return [];
  return markdown instanceof Error
    ? ['the file does not have the form of a released document']
    : differences(markdown, record);
}

interface Chain {
  readonly failures: readonly Failure[];
  readonly records: number;
  readonly withheld: boolean;
  /** Whether the record before the newest record is missing. */
  readonly missing: boolean;
}

/** Follows the chain backwards, because each record contains the hash of the record before it. */
async function verifyChain(
  { keys, previous }: ReleaseToVerify,
  newest: ReleaseRecord,
): Promise<Chain> {
  let record = newest;
  for (let records = 1; ; records += 1) {
    if (record.previous === null) return { failures: [], records, withheld: false, missing: false };
    const jws = await previous(record.previous, record);
    if (jws === WITHHELD) return { failures: [], records, withheld: true, missing: false };
    const fault = (message: string): Chain => ({
      failures: [{ part: 'chain', message: `Chain: ${message}` }],
      records,
      withheld: false,
      missing: record === newest && jws === undefined,
    });
    if (jws === undefined || sha256Of(jws) !== record.previous) {
      return fault(
        `the record before version ${record.version}, with the SHA-256 ${record.previous}, is missing.`,
      );
    }
    const before = await readRecord(jws, keys);
    if (!before.record)
      return fault(`the record before version ${record.version} ${before.recordFault}.`);
    if (before.signatureFault !== undefined) {
      return fault(
        `the signature of version ${before.record.version} is not valid: ${before.signatureFault}.`,
      );
    }
    if (before.record.locale !== record.locale || before.record.slug !== record.slug) {
      return fault(`the record before version ${record.version} belongs to another document.`);
    }
    record = before.record;
  }
}
