import type { Actor } from '../keys/actor.js';
import { stillAuthenticated } from '../keys/live-key.sql.js';
import { PUBLICATION_TABLES } from '../documents/publication-row.js';
import { APPROVALS, STATE_SQL } from '../documents/publication-state.js';
import { namedStatement, type Statement, timestampText } from '../platform/database/statement.js';
import { mayBeNamed } from '../releases/release-request.js';
import { LACKS_APPROVALS } from '../writes/release-rule.sql.js';
import { AS_KNOWN } from '../writes/write.sql.js';
import type { Approve, SendBack } from './decision-rows.js';

interface OfApprover extends Pick<Actor, 'accountId' | 'keyId' | 'session' | 'requestId'> {
  readonly id: string;
}
interface Known {
  /** A time, or `NOT_WITHDRAWN`. */
  readonly knownWithdrawal: string;
}

/**
 * Updates the publication in `offered` without changing a value, so that a publish that waits for the lock notices the
 * decision.
 */
const MARK = `
    UPDATE publication p SET version = p.version FROM offered WHERE p.id = offered.id RETURNING p.id`;

/**
 * Sends a revision back, if it is the working revision and is offered for review, the session is live, and the document is
 * withdrawn as the person knows. The statement locks the publication. If the statement has to wait for this lock, it sees
 * the joined tables as they were before the wait. `seen` then shows whether another write was committed during the wait. If
 * so, nothing is sent back.
 */
export const SEND_BACK = namedStatement<OfApprover & SendBack & Known>(
  'decision_send_back',
  `
  WITH offered AS (
    SELECT p.id FROM ${PUBLICATION_TABLES}
    JOIN account a ON a.id = p.account_id AND a.status = 'active'
    JOIN publication seen ON seen.id = p.id
    WHERE p.id = $publicationId AND p.account_id = $accountId AND p.version = $version
      AND seen.xmin = p.xmin AND ${STATE_SQL} = 'review' AND ${AS_KNOWN}
      AND ${stillAuthenticated('$keyId', '$session')}
    FOR NO KEY UPDATE OF p
  ), marked AS (
    ${MARK}
  )
  INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, note, key_id,
                        channel, request_id, idempotency_key)
  SELECT $id, $accountId, marked.id, $version, 'returned', $by, 'desk', $note, $keyId, 'desk', $requestId,
         $idempotencyKey
  FROM marked
  ON CONFLICT (publication_id, version) WHERE outcome = 'returned' DO NOTHING
  RETURNING id`,
);

/** Reads the decision that sent revision $3 of publication $2 of account $1 back. */
export const READ_SENT_BACK: Statement = {
  name: 'decision_sent_back',
  text: `
    SELECT idempotency_key AS "idempotencyKey", note FROM decision
    WHERE account_id = $1 AND publication_id = $2 AND version = $3 AND outcome = 'returned'`,
};

/** SQL condition: the working revision of publication `p` waits, and passes the filter of locale $2 and writer $3. */
const WAITS = `
  p.account_id = $1 AND ${STATE_SQL} = 'review' AND ($2::text IS NULL OR p.locale = $2)
  AND ($3::text IS NULL OR r.document -> 'author' ->> 'name' = $3)`;

/**
 * Approves revision `$expectedVersion` for approver `$keyId`, if it is the working revision and may be released, the
 * session is live, and approvals of others are missing; the last approval that is needed is a release. Locks and marks
 * the publication as `SEND_BACK` does. Returns a row if the approver has approved the revision, now or before.
 */
export const APPROVE = namedStatement<
  OfApprover & Omit<Approve, 'version'> & Known & { readonly expectedVersion: number }
>(
  'decision_approve',
  `
  WITH given AS (
    SELECT given.number FROM revision r
    JOIN publication p ON p.id = r.publication_id AND p.account_id = $accountId
    CROSS JOIN LATERAL (${APPROVALS}) given
    WHERE r.publication_id = $publicationId AND r.version = $expectedVersion AND given.key_id = $keyId
  ), a AS (
    SELECT * FROM account WHERE id = $accountId AND status = 'active' AND ${stillAuthenticated('$keyId', '$session')}
  ), offered AS (
    SELECT p.id FROM a, ${PUBLICATION_TABLES} JOIN publication seen ON seen.id = p.id
    WHERE p.id = $publicationId AND p.account_id = a.id AND p.version = $expectedVersion
      AND seen.xmin = p.xmin AND NOT EXISTS (SELECT FROM given)
      AND (l.publication_id IS NULL OR (${mayBeNamed('$expectedVersion')} AND ${AS_KNOWN}))
      AND NOT ($unlessReturned::boolean AND back.id IS NOT NULL) AND ${LACKS_APPROVALS}
    FOR NO KEY UPDATE OF p
  ), marked AS (
    ${MARK}
  ), approved AS (
    INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, key_id, channel, request_id)
    SELECT $id, $accountId, marked.id, $expectedVersion, 'approved', $by, 'desk', $keyId, 'desk', $requestId FROM marked
    RETURNING number
  )
  SELECT number FROM approved UNION ALL SELECT number FROM given`,
);

/** Order of the queue: longest wait first. The bookmark in `READ_NEXT` has the same two members, and the feed of
 * the desk takes the last of the queue for the newest. */
const QUEUE_ORDER = 'r.created_at, p.id';

/**
 * The revisions of account $1 that wait for a decision, longest wait first. Leaves out the first $5 revisions, and
 * returns at most $4 revisions.
 */
export const READ_QUEUE: Statement = {
  name: 'decision_queue',
  text: `
    SELECT p.id, p.locale, p.version, r.document ->> 'title' AS title, r.change_note AS "changeNote",
           r.document -> 'author' ->> 'name' AS "authorName", r.client,
           ${timestampText('r.created_at')} AS since, l.published_version AS "publishedVersion",
           (SELECT coalesce(json_agg(given.decided_by ORDER BY given.number), '[]')
            FROM (${APPROVALS}) given) AS "approvedBy", (count(*) OVER ())::int AS total
    FROM ${PUBLICATION_TABLES}
    WHERE ${WAITS}
    ORDER BY ${QUEUE_ORDER} LIMIT $4 OFFSET $5`,
};

/**
 * The revision that comes in the queue of account $1 after publication $4. A correction at the desk keeps the place of
 * the revision that it corrects, so that the next one is the same as before.
 */
export const READ_NEXT: Statement = {
  name: 'decision_next',
  text: `
    SELECT p.id, p.locale, r.document ->> 'title' AS title
    FROM ${PUBLICATION_TABLES}
    WHERE ${WAITS} AND (${QUEUE_ORDER}) > (
      SELECT created_at, publication_id FROM revision
      WHERE publication_id = $4 AND channel <> 'desk'
      ORDER BY version DESC LIMIT 1)
    ORDER BY ${QUEUE_ORDER} LIMIT 1`,
};

/** The locales and writers of the revisions of account $1 that wait for a decision. */
export const READ_WAITING_GROUPS: Statement = {
  name: 'decision_waiting_groups',
  text: `
    SELECT p.locale, r.document -> 'author' ->> 'name' AS writer
    FROM ${PUBLICATION_TABLES}
    WHERE p.account_id = $1 AND ${STATE_SQL} = 'review'
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 200`,
};

/** The newest $2 decisions of account $1 that a person confirmed. */
export const READ_LATELY: Statement = {
  name: 'decision_lately',
  text: `
    SELECT d.publication_id AS id, d.version, r.document ->> 'title' AS title, p.locale, d.outcome, d.decided_by AS by, d.via, d.client ->> 'name' AS program, d.note,
           ${timestampText('d.created_at')} AS at
    FROM decision d
    JOIN publication p ON p.id = d.publication_id
    JOIN revision r ON r.publication_id = d.publication_id AND r.version = d.version
    WHERE d.account_id = $1 AND d.via IN ('desk', 'host') AND d.decided_by IS NOT NULL
    ORDER BY d.created_at DESC, d.id DESC LIMIT $2`,
};
