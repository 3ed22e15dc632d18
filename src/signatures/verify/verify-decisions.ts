import { isDeepStrictEqual } from 'node:util';
import {
  type DecisionInEvidence,
  type PublicationInEvidence,
  versionFiles,
} from '../evidence-files.js';
import type { AuditFacts } from './verify-audit.js';
import { type EvidenceOnDisk, hasMembers } from './evidence-on-disk.js';
import type { CheckedVersion } from './verify-versions.js';

type Decision = DecisionInEvidence['decision'];

interface DecidedVersion {
  readonly file: string;
  readonly version: CheckedVersion;
  readonly written: DecisionInEvidence;
}

const MEMBERS = ['version', 'publishedAt', 'decision', 'approvals', 'erased'] as const;
const DECISION = ['id', 'at', 'by', 'via', 'channel', 'keyId', 'client', 'requestId', 'publicThen'];

/**
 * Checks the decision on each version: with the record in what the record states, and with the audit in all other
 * members.
 * @param audit `undefined` if the audit is not valid; then decisions are compared with records only
 */
export async function verifyDecisions(
  folder: EvidenceOnDisk,
  versions: readonly CheckedVersion[],
  publication: PublicationInEvidence | null,
  audit: AuditFacts | undefined,
): Promise<void> {
  const decided: DecidedVersion[] = [];
  for (const version of versions.filter(({ hasDecision }) => hasDecision)) {
    const { decision: file } = versionFiles(version.version);
    const written = await folder.json<DecisionInEvidence>(file, 'decision', MEMBERS);
    if (!written) continue;
    decided.push({ file, version, written });
    const fault = (what: string): void => folder.fail(file, 'decision', `Decision: ${what}.`);
    if (!agreesWithRelease(written, version))
      fault('the decision in this file differs from what was released');
    else if (audit && !agreesWithAudit(written, audit))
      fault('the decision in this file differs from the audit');
    else if (audit && !isErasureKnown(written, publication, audit)) {
      fault('the audit and the record disagree on whether this version was erased');
    }
  }
  if (audit) checkPublicThen(folder, decided, audit);
}

function agreesWithRelease(written: DecisionInEvidence, version: CheckedVersion): boolean {
  const { decision, erased, publishedAt } = written;
  const { facts, isErased } = version;
  if (written.version !== version.version || (erased !== null) !== isErased) return false;
  if (typeof publishedAt !== 'string' || !hasMembers(decision, DECISION)) return false;
  if (!hasMembers(decision.publicThen, ['version'])) return false;
  if (isErased) return isWithoutName(decision);
  // The record is not valid, and is reported.
  if (!facts) return true;
  if (facts.publishedAt !== publishedAt) return false;
  const { by, via, client, keyId } = decision;
  return (
    by === facts.approvedBy &&
    via === facts.approvedVia &&
    (facts.approver === undefined || facts.approver.id === keyId) &&
    (facts.approvedIn === undefined || facts.approvedIn === client?.name)
  );
}

const WAYS: ReadonlySet<unknown> = new Set([null, 'desk', 'host', 'key']);

/** Whether a decision has what an erasure leaves of it. */
const isWithoutName = ({ by, via, channel }: Decision): boolean =>
  by === null && WAYS.has(via) && (via === 'desk') === (channel === 'desk');

function agreesWithAudit(written: DecisionInEvidence, audit: AuditFacts): boolean {
  const { version, decision, approvals, erased } = written;
  const approved = audit.approvals.filter((line) => line.version === version);
  const stated = approved.map((line) => ({
    id: line.id,
    at: line.time,
    by: line.approvedBy,
    keyId: line.keyId,
    requestId: line.requestId,
  }));
  if (!isDeepStrictEqual(approvals, stated)) return false;
  const { id, at, by, channel, keyId, client, requestId } = decision;
  const line = audit.publishes.get(id);
  return (
    line !== undefined &&
    isDeepStrictEqual(
      { version, at, by, channel, keyId, client, requestId },
      {
        version: line.version,
        at: line.time,
        by: erased ? null : line.approvedBy,
        channel: line.channel,
        keyId: line.keyId,
        client: line.client,
        requestId: line.requestId,
      },
    )
  );
}

function isErasureKnown(
  { version, erased }: DecisionInEvidence,
  publication: PublicationInEvidence | null,
  audit: AuditFacts,
): boolean {
  const ofVersion = audit.erasures.filter((each) => each.version === version);
  if (!erased) return ofVersion.length === 0;
  return (
    isDeepStrictEqual(erased, publication?.erased) ||
    ofVersion.some(({ at, reason }) => isDeepStrictEqual(erased, { at, reason }))
  );
}

/**
 * Checks `publicThen` of each decision. It is the last version that was released before the decision, or no version if
 * there was none or the document had been withdrawn.
 */
function checkPublicThen(
  folder: EvidenceOnDisk,
  decided: readonly DecidedVersion[],
  { withdrawals }: AuditFacts,
): void {
  const releases = decided.map(({ version: { version, facts }, written }) => ({
    version,
    publishedAt: facts?.publishedAt ?? written.publishedAt,
  }));
  const isChainBroken = folder.failures.some(({ part }) => part === 'chain');
  for (const { file, written } of decided) {
    const { decision, version, publishedAt } = written;
    if (folder.failures.some((failure) => failure.file === file)) continue;
    const { at } = decision;
    const stated = decision.publicThen.version;
    const last = releases
      .filter((other) => other.version !== version && other.publishedAt <= at)
      .toSorted((one, other) => (one.publishedAt < other.publishedAt ? -1 : 1))
      .at(-1);
    const wasWithdrawn =
      last !== undefined &&
      withdrawals.some((time) => time >= last.publishedAt && time <= publishedAt);
    const isKnown = stated === null || releases.some((other) => other.version === stated);
    const holds = stated === null ? last === undefined || wasWithdrawn : stated === last?.version;
    if (holds || (!isKnown && isChainBroken)) continue;
    const what = stated === null ? 'no version' : `version ${stated}`;
    folder.fail(
      file,
      'decision',
      `Decision: according to the file, ${what} was public at the time of the decision. The releases and withdrawals show something else.`,
    );
  }
}
