import { COMMIT_AT_ONCE, namedStatement, type Statement } from '../platform/database/statement.js';
import { timestampText } from '../platform/database/timestamp-text.js';
import { heldJobs, OTHER_ERROR } from './release-marks.js';

const JOB = `
              l.publication_id AS "publicationId", l.account_id AS "accountId",
              l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
              l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
              l.fencing_token AS "fencingToken", l.traceparent`;

/**
 * Makes SQL that finds the account with the lowest id above `after` among the accounts with a due release. The SQL
 * needs one index look-up, however many releases are queued.
 */
const nextAccount = (after: string): string => `
        SELECT account_id FROM release WHERE account_id > ${after} AND due_at <= now()
        ORDER BY account_id LIMIT 1`;

/** For this time after a suspect becomes due (see `CLAIM_JOBS`), only a worker without jobs can claim the suspect. */
const SUSPECT_PATIENCE = `interval '5 seconds'`;

/**
 * Claims up to `room` due jobs. Accounts take turns in the order of their ids: those after `servedLast` come first,
 * then the others. A claim takes the oldest job of each account, then the second oldest, and so on. Jobs that the
 * worker already holds count as the first jobs of their account. If the worker holds `maxOfOne` jobs of an account, a
 * claim adds no more jobs of this account. The limit is `maxAlone` if no other account has a due job.
 *
 * A job that was tried before is a suspect, because its document may have crashed a worker. If only suspects are due, a
 * worker without jobs claims one suspect and nothing else. A suspect that has been due for `SUSPECT_PATIENCE` can also
 * be claimed together with other jobs, at most one suspect per claim.
 *
 * The statement skips locked rows, so that workers never wait for each other. The statement reads more rows than it
 * claims, because other workers can have locked some of these rows.
 */
export const CLAIM_JOBS = namedStatement<{
  readonly room: number;
  readonly leaseMs: number;
  readonly servedLast: string;
  readonly heldAccounts: readonly string[];
  readonly maxOfOne: number;
  readonly maxAlone: number;
}>(
  'release_claim_by_account',
  `
    WITH RECURSIVE after AS (
      SELECT * FROM (${nextAccount('$servedLast::uuid')}) AS first
      UNION ALL
      SELECT next.account_id FROM after, LATERAL (${nextAccount('after.account_id')}) AS next
    ), before AS (
      SELECT * FROM (SELECT account_id FROM release WHERE due_at <= now() ORDER BY account_id LIMIT 1) AS first
      UNION ALL
      SELECT next.account_id FROM before, LATERAL (${nextAccount('before.account_id')}) AS next
      WHERE before.account_id < $servedLast::uuid
    ), account AS (
      SELECT *, row_number() OVER () AS turn, count(*) OVER () AS accounts
      FROM ((SELECT account_id FROM after LIMIT 2 * $room)
            UNION ALL
            (SELECT account_id FROM before WHERE account_id <= $servedLast::uuid LIMIT 2 * $room)) AS found
      LIMIT 2 * $room
    ), held AS (
      SELECT account_id, count(*) AS jobs FROM unnest((SELECT $heldAccounts::uuid[])) AS held (account_id)
      GROUP BY account_id
    ), bounded AS (
      SELECT account_id, turn, coalesce(jobs, 0) AS jobs,
             CASE WHEN accounts > 1 THEN $maxOfOne::integer ELSE $maxAlone::integer END AS most
      FROM account LEFT JOIN held USING (account_id)
    ), candidate AS MATERIALIZED (
      SELECT publication_id, turn, most, is_suspect, due_at,
             jobs + row_number() OVER (PARTITION BY account_id, is_suspect ORDER BY due_at) AS nth
      FROM bounded CROSS JOIN LATERAL (
        SELECT publication_id, due_at, attempts > 0 AS is_suspect FROM release
        WHERE account_id = bounded.account_id AND due_at <= now() ORDER BY due_at LIMIT 2 * $maxAlone
      ) AS oldest
    ), suspect AS (
      SELECT publication_id FROM candidate
      WHERE is_suspect AND nth <= most
        AND (due_at < now() - ${SUSPECT_PATIENCE}
             OR (NOT EXISTS (SELECT FROM held) AND NOT EXISTS (SELECT FROM candidate WHERE NOT is_suspect)))
      ORDER BY nth, turn LIMIT 1
    ), due AS MATERIALIZED (
      SELECT publication_id, turn FROM candidate JOIN release AS free USING (publication_id)
      WHERE free.due_at <= now() AND nth <= most
        AND (NOT is_suspect OR publication_id = (SELECT publication_id FROM suspect))
      ORDER BY nth, turn LIMIT $room FOR NO KEY UPDATE OF free SKIP LOCKED
    )
    UPDATE release l SET
      due_at = now() + $leaseMs * interval '1 millisecond',
      attempts = l.attempts + 1,
      fencing_token = l.fencing_token + 1
    FROM due WHERE l.publication_id = due.publication_id
    RETURNING ${JOB}, due.turn::integer,
              (SELECT count(*) FROM candidate) > (SELECT count(*) FROM due) AS "isMore"`,
);

const HELD = heldJobs('$1', '$2');

/**
 * Extends the leases of jobs to $3 ms from now: $1 publications, $2 fencing tokens. Skips locked rows, because waiting
 * for these rows could cause a deadlock. A step locks its rows only for a short time.
 */
export const EXTEND_LEASES: Statement = {
  name: 'release_extend',
  text: `
    WITH at_once AS (${COMMIT_AT_ONCE}), free AS (
      SELECT l.publication_id FROM ${HELD} JOIN release l USING (publication_id, fencing_token)
      WHERE l.due_at IS NOT NULL FOR NO KEY UPDATE OF l SKIP LOCKED
    )
    UPDATE release l SET due_at = now() + $3 * interval '1 millisecond'
    FROM free, at_once WHERE l.publication_id = free.publication_id`,
};

/**
 * Fails a job permanently: $1 publication, $2 fencing token, $3 code, $4 message. A published revision stays public. If
 * a release fails while the public revision is not indexed yet, the indexing of that revision becomes due. If the job
 * only repeats the indexing of a revision that the index holds, no error is recorded, and an earlier `index_failed` is
 * cleared.
 */
export const MARK_FAILED: Statement = {
  name: 'release_mark_failed',
  text: `
    UPDATE release SET
      error = CASE WHEN in_flight OR indexed_version IS DISTINCT FROM published_version
        THEN jsonb_build_object(
          'code', $3::text, 'message', $4::text,
          'version', CASE WHEN in_flight THEN requested_version ELSE published_version END,
          'failedAt', ${timestampText('now()')})
        ELSE ${OTHER_ERROR} END,
      due_at = CASE WHEN in_flight AND published_version IS DISTINCT FROM indexed_version THEN now() END,
      in_flight = false,
      attempts = 0
    WHERE publication_id = $1 AND fencing_token = $2
    RETURNING publication_id`,
};

/** Makes a job due in $3 ms: $1 publication, $2 fencing token. */
export const RETRY_LATER: Statement = {
  name: 'release_retry',
  text: `
    UPDATE release SET due_at = now() + $3 * interval '1 millisecond'
    WHERE publication_id = $1 AND fencing_token = $2`,
};

/**
 * Makes claimed jobs due now, and does not count the attempt: $1 publications, $2 fencing tokens. The fencing token
 * grows, so unfinished steps of the claim change nothing.
 */
export const GIVE_BACK: Statement = {
  name: 'release_give_back',
  text: `
    UPDATE release l SET due_at = now(), attempts = l.attempts - 1, fencing_token = l.fencing_token + 1
    FROM ${HELD}
    WHERE l.publication_id = held.publication_id AND l.fencing_token = held.fencing_token
      AND l.due_at IS NOT NULL`,
};

/**
 * Clears the public version of publication $1, cancels its release in flight, and records the time. No row changes if
 * there is neither.
 */
export const WITHDRAW_RELEASE: Statement = {
  name: 'release_withdraw',
  text: `
    WITH withdrawn AS (
      UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                         withdrawn_at = now(), approved_by = NULL, decision_id = NULL,
                         indexed_version = NULL, attempts = 0, due_at = NULL,
                         fencing_token = fencing_token + 1
      WHERE publication_id = $1 AND (in_flight OR published_version IS NOT NULL)
      RETURNING publication_id, withdrawn_at
    ), versions AS (
      UPDATE released_revision v SET withdrawn_at = withdrawn.withdrawn_at
      FROM withdrawn WHERE v.publication_id = withdrawn.publication_id AND v.withdrawn_at IS NULL
    )
    SELECT publication_id FROM withdrawn`,
};

/** SQL condition for public documents: all if $1 is true, else those that are not indexed, or whose indexing failed. */
const TO_INDEX = `published_version IS NOT NULL
  AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed')`;

export const COUNT_INDEXABLE: Statement = {
  name: 'release_count_indexable',
  text: `SELECT count(*)::integer AS count FROM release WHERE ${TO_INDEX}`,
};

/**
 * Claims up to $3 of the documents to index, for a lease of $4 ms. `which` is one more condition. Skips rows in flight
 * and locked rows.
 */
const claimIndexable = (name: string, which: string): Statement => ({
  name,
  text: `
    WITH next AS (
      SELECT publication_id FROM release WHERE ${TO_INDEX} AND NOT in_flight AND ${which}
      ORDER BY publication_id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE release l SET
      due_at = now() + $4 * interval '1 millisecond',
      attempts = 1,
      fencing_token = l.fencing_token + 1
    FROM next WHERE l.publication_id = next.publication_id
    RETURNING ${JOB}`,
});

/** Claims documents with ids after $2, in order of id. */
export const CLAIM_INDEXABLE = claimIndexable(
  'release_claim_indexable',
  'publication_id > $2::uuid',
);

/** Claims documents among the publications $2, which earlier claims skipped. */
export const CLAIM_PASSED_OVER = claimIndexable(
  'release_claim_passed_over',
  'publication_id = ANY ($2::uuid[])',
);

/** Claims those of the publications $2 that have no job. Claims nothing while any job is due. */
export const CLAIM_IDLE = claimIndexable(
  'release_claim_idle',
  `publication_id = ANY ($2::uuid[]) AND due_at IS NULL
     AND NOT EXISTS (SELECT FROM release AS due WHERE due.due_at <= now())`,
);

/** Finds the documents to index that a claim skipped: ids after $2 and up to $3, except the claimed documents $4. */
export const PASSED_OVER: Statement = {
  name: 'release_passed_over',
  text: `
    SELECT publication_id AS id FROM release
    WHERE ${TO_INDEX} AND publication_id > $2::uuid AND publication_id <= $3::uuid
      AND publication_id <> ALL ($4::uuid[])`,
};

/** Finds the publications among $2 that must still be indexed. */
export const STILL_TO_INDEX: Statement = {
  name: 'release_still_to_index',
  text: `
    SELECT publication_id AS id FROM release
    WHERE ${TO_INDEX} AND publication_id = ANY ($2::uuid[])`,
};

/** Number and age of the unfinished releases and indexings. Documents that are indexed again do not count. */
export const QUEUE_STATUS: Statement = {
  name: 'release_queue',
  text: `
    SELECT count(*)::integer AS depth,
           coalesce(extract(epoch FROM now() - min(requested_at)), 0)::float8 AS "oldestSeconds",
           greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "lagSeconds"
    FROM release
    WHERE due_at IS NOT NULL AND (in_flight OR indexed_version IS DISTINCT FROM published_version)`,
};
