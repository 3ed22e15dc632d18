import {
  COMMITTED_COLUMNS,
  PUBLICATION_COLUMNS,
  PUBLICATION_TABLES,
  type PublicationRow,
  type RevisionRow,
  type StoredAnswer,
} from '../documents/publication-row.js';
import { type PublicationState, STATE_SQL } from '../documents/publication-state.js';
import { differingFields } from '../documents/revision.js';
import { namedStatement, timestampText } from '../platform/database/statement.js';
import type { Checks, ReleaseRule } from '../accounts/account-facts.js';
import type { ApprovedVia } from '../documents/release-facts.js';
import { allowance, QUOTA_COLUMNS, USAGE_TODAY } from '../quota/quota.sql.js';
import type { UsageRow } from '../quota/usage.js';
import { stillAuthenticated } from '../keys/live-key.sql.js';
import { FAULTY_PICTURES } from './pictures.sql.js';
import { UNKNOWN_NOTES } from './notes.sql.js';
import { LACKS_APPROVALS, MAY_RELEASE } from './release-rule.sql.js';
import { KEY_LOCK } from './write.sql.js';

export interface WriteRecord extends Omit<RevisionRow, 'content'> {
  readonly recordId: string;
  /** Id of the publication. */
  readonly id: string;
  readonly fingerprint: string;
  readonly fingerprintFormat: number;
  readonly answer: StoredAnswer;
  /** Content of the revision; `null`, like all its fields, from the first commit of its erasure on. */
  readonly content: string | null;
}

/** A picture that prevents a release (contract 14). */
export interface FaultyPicture {
  readonly sha256: string;
  readonly reason: 'missing' | 'no_alternative_text';
}

/** The facts about the publication, read after a write that changed nothing. */
export interface PublicationFacts extends PublicationRow {
  /** Whether the revision to restore exists. */
  readonly restorable: boolean;
  /** Whether the revision to restore was erased. */
  readonly restoreErased: boolean;
  /**
   * Time of the write that made the current revision. The next two members are the key and the channel of this write.
   */
  readonly changedAt: string;
  readonly changedBy: string | null;
  readonly changedThrough: string | null;
  /** Name of the approver who corrected the revision at the desk; `null` if it came another way. */
  readonly correctedBy: string | null;
  /**
   * The fields that differ between the expected and the current revision; empty if the expected revision does not
   * exist.
   */
  readonly changedFields: readonly string[];
  /** Whether the release rule of the account lets the writer release the current revision. */
  readonly mayRelease: boolean;
  /** Whether the writer is an approver who may approve the current revision, but others have to approve it too. */
  readonly lacksApprovals: boolean;
  /** Pictures of the current revision that prevent its release; `null` if no picture prevents it. */
  readonly faultyPictures: readonly FaultyPicture[] | null;
  /** Ids in `answeredNotes` that are no notes of the publication. */
  readonly unknownNotes: readonly string[];
  /** Whether a release or an indexing is due, or claimed by a worker. */
  readonly releaseDue: boolean;
}

/** All facts that can prevent a write, read in one snapshot. */
export interface Facts extends UsageRow {
  /** Whether the key and the desk session of the writer are still live; false for operators, who have no key. */
  readonly isAuthenticated: boolean;
  readonly releaseRule: ReleaseRule;
  /** Number of approvals that the rule `desk` asks for. */
  readonly approvals: number;
  readonly checks: Checks;
  /** The record of the idempotency key; `null` if no committed write has the key. */
  readonly record: WriteRecord | null;
  /** Whether another write with this key is in progress. */
  readonly keyInUse: boolean;
  /** `null` if the account has no publication with this id. */
  readonly publication: PublicationFacts | null;
  /** Whether a publication of this or another account has the path. */
  readonly pathTaken: boolean;
  /** The publication of this account that has the path; `null` if there is none. */
  readonly ownAtPath: OwnAtPath | null;
}

/** A publication of the account of the writer, at the path that a create names. */
export interface OwnAtPath {
  readonly id: string;
  readonly version: number;
  readonly state: PublicationState;
}

interface FactsParameters {
  readonly accountId: string;
  readonly freeLimit: number;
  readonly upgradedLimit: number;
  /** `null` for an operator. */
  readonly keyId: string | null;
  /** Hash of the token of the desk session; `null` at the other interfaces. */
  readonly session: Buffer | null;
  /** Only set for a publish; `null` for the other operations. */
  readonly approvedVia: ApprovedVia | null;
  readonly idempotencyKey: string;
  readonly publicationId: string;
  /** `null` for a create. */
  readonly expectedVersion: number | null;
  /** Only set for an update that restores a revision; `null` for all other writes. */
  readonly restoreVersion: number | null;
  /** Empty for all writes but an update that answers notes. */
  readonly answeredNotes: readonly string[];
  /** `locale` and `slug` are only set for a create; they are `null` for the other operations. */
  readonly locale: string | null;
  readonly slug: string | null;
}

/**
 * Reads in one snapshot the facts that explain why a write changed nothing. An attempt to take a shared lock shows
 * whether another write uses the key; PostgreSQL releases the lock at the end of the statement.
 */
export const READ_FACTS = namedStatement<FactsParameters>(
  'write_facts',
  `
  WITH a AS (${allowance('$freeLimit', '$upgradedLimit', 'id = $accountId')}), known AS (
    SELECT w.id AS "recordId", encode(w.fingerprint, 'hex') AS fingerprint,
           w.fingerprint_format AS "fingerprintFormat", w.answer, ${COMMITTED_COLUMNS}, r.content
    FROM accepted_write w JOIN publication p ON p.id = w.publication_id
    LEFT JOIN revision r ON r.publication_id = p.id AND r.version = w.version AND p.version > 0
    LEFT JOIN decision approval ON approval.id = (w.answer ->> 'decisionId')::uuid
    WHERE w.account_id = $accountId AND w.idempotency_key = $idempotencyKey
  ), current AS (
    SELECT ${PUBLICATION_COLUMNS}, l.due_at IS NOT NULL AS "releaseDue",
           EXISTS (SELECT FROM revision WHERE publication_id = $publicationId
                                        AND version = $restoreVersion) AS restorable,
           EXISTS (SELECT FROM erasure WHERE publication_id = $publicationId
                                       AND version = $restoreVersion) AS "restoreErased",
           ${timestampText('r.created_at')} AS "changedAt", r.key_id AS "changedBy",
           r.channel AS "changedThrough",
           CASE r.channel WHEN 'desk' THEN (SELECT name FROM approver WHERE id = r.key_id) END AS "correctedBy",
           ${differingFields('seen', 'r')} AS "changedFields", ${MAY_RELEASE} AS "mayRelease",
           ${LACKS_APPROVALS} AS "lacksApprovals",
           ${FAULTY_PICTURES}, ARRAY(${UNKNOWN_NOTES}) AS "unknownNotes"
    FROM a, ${PUBLICATION_TABLES}
    LEFT JOIN revision seen ON seen.publication_id = p.id AND seen.version = $expectedVersion
    WHERE p.id = $publicationId AND p.account_id = $accountId
  )
  SELECT ${QUOTA_COLUMNS}, coalesce(d.used, 0) AS used, a.release_rule AS "releaseRule", a.approvals, a.checks,
         ${stillAuthenticated('$keyId', '$session')} AS "isAuthenticated",
         (SELECT row_to_json(known) FROM known) AS record,
         NOT pg_try_advisory_xact_lock_shared(${KEY_LOCK}) AS "keyInUse",
         (SELECT row_to_json(current) FROM current) AS publication,
         EXISTS (SELECT FROM publication WHERE locale = $locale AND slug = $slug) AS "pathTaken",
         (SELECT json_build_object('id', p.id, 'version', p.version, 'state', ${STATE_SQL})
          FROM ${PUBLICATION_TABLES}
          WHERE p.locale = $locale AND p.slug = $slug AND p.account_id = $accountId) AS "ownAtPath"
  FROM a ${USAGE_TODAY}`,
);

/** Waits until no write in progress uses the key. After `timeoutMs`, PostgreSQL raises `lock_not_available`. */
export const WAIT_FOR_KEY = namedStatement<{
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
}>(
  'write_wait_for_key',
  `SELECT set_config('lock_timeout', $timeoutMs::text, true), pg_advisory_xact_lock(${KEY_LOCK})`,
);
