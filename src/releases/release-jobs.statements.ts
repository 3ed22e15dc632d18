import { COMMIT_AT_ONCE, namedStatement, type Statement } from '../platform/database/statement.js';
import { timestampText } from '../platform/database/timestamp-text.js';
import { heldJobs, OTHER_ERROR } from './release-marks.js';

const JOB = `
              l.publication_id AS "publicationId", l.account_id AS "accountId",
              l.requested_version AS "requestedVersion", l.in_flight AS "inFlight",
              l.published_version AS "publishedVersion", l.requested_at AS "requestedAt", l.attempts,
              l.fencing_token AS "fencingToken", l.traceparent`;

/** The next account after `after` with a due release: one step in the index, however much is queued. */
const nextAccount = (after: string): string => `
        SELECT account_id FROM release WHERE account_id > ${after} AND due_at <= now()
        ORDER BY account_id LIMIT 1`;

/** How long a suspect waits for an idle worker. */
const SUSPECT_PATIENCE = `interval '5 seconds'`;

/**
 * Claims up to `room` due jobs, accounts in turn: those after `servedLast` first, then from the beginning; of each its
 * oldest job, and a second one only if there are not enough accounts. The worker then holds at most `maxOfOne` jobs of
 * one account, or `maxAlone` if no other account has a due job.
 *
 * A job that was tried before may have ended its process. Such a suspect is claimed alone, by a worker that holds
 * nothing else and has nothing else to claim; after some seconds one is also claimed with others.
 *
 * Claims free rows only, so that workers never wait. Reads more than it claims, since other workers may take some.
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
 * Extends the leases of jobs by $3 ms: $1 publications, $2 their tokens. Skips a locked row: waiting for it could
 * deadlock, and its step is almost done.
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
 * Fails a job for good: $3 code, $4 message. What was public stays public; if it was not indexed when a newer revision
 * failed, indexing stays due. A failed re-indexing of what the index already holds is no failure, and clears an earlier
 * one.
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

/** Retries in $3 ms. */
export const RETRY_LATER: Statement = {
  name: 'release_retry',
  text: `
    UPDATE release SET due_at = now() + $3 * interval '1 millisecond'
    WHERE publication_id = $1 AND fencing_token = $2`,
};

/**
 * Gives jobs back as if they had not been claimed: $1 publications, $2 their tokens. The token grows, so that
 * unfinished steps of the claim change nothing.
 */
export const GIVE_BACK: Statement = {
  name: 'release_give_back',
  text: `
    UPDATE release l SET due_at = now(), attempts = l.attempts - 1, fencing_token = l.fencing_token + 1
    FROM ${HELD}
    WHERE l.publication_id = held.publication_id AND l.fencing_token = held.fencing_token
      AND l.due_at IS NOT NULL`,
};

/** Withdraws publication $1, and cancels its release in flight. */
export const WITHDRAW_RELEASE: Statement = {
  name: 'release_withdraw',
  text: `
    UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                       approved_by = NULL,
                       indexed_version = NULL, attempts = 0, due_at = NULL,
                       fencing_token = fencing_token + 1
    WHERE publication_id = $1 AND (in_flight OR published_version IS NOT NULL)
    RETURNING publication_id`,
};

/** Public documents: all if $1, else those that the index lacks or failed to index. */
const TO_INDEX = `published_version IS NOT NULL
  AND ($1 OR indexed_version IS DISTINCT FROM published_version OR error ->> 'code' = 'index_failed')`;

export const COUNT_INDEXABLE: Statement = {
  name: 'release_count_indexable',
  text: `SELECT count(*)::integer AS count FROM release WHERE ${TO_INDEX}`,
};

/** Claims up to $3 documents to index, for a lease of $4 ms; passes over rows that are in flight or held. */
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

/** Documents after the publication $2, in order of id. */
export const CLAIM_INDEXABLE = claimIndexable(
  'release_claim_indexable',
  'publication_id > $2::uuid',
);

/** Documents of the publications $2. */
export const CLAIM_PASSED_OVER = claimIndexable(
  'release_claim_passed_over',
  'publication_id = ANY ($2::uuid[])',
);

/** Free documents of the publications $2, and none while a release is due. */
export const CLAIM_IDLE = claimIndexable(
  'release_claim_idle',
  `publication_id = ANY ($2::uuid[]) AND due_at IS NULL
     AND NOT EXISTS (SELECT FROM release AS due WHERE due.due_at <= now())`,
);

/** Documents after $2 up to $3 that a claim passed over; it claimed $4. */
export const PASSED_OVER: Statement = {
  name: 'release_passed_over',
  text: `
    SELECT publication_id AS id FROM release
    WHERE ${TO_INDEX} AND publication_id > $2::uuid AND publication_id <= $3::uuid
      AND publication_id <> ALL ($4::uuid[])`,
};

/** The publications of $2 that are still to be indexed. */
export const STILL_TO_INDEX: Statement = {
  name: 'release_still_to_index',
  text: `
    SELECT publication_id AS id FROM release
    WHERE ${TO_INDEX} AND publication_id = ANY ($2::uuid[])`,
};

/** Number and age of waiting releases; documents that are indexed again do not count. */
export const QUEUE_STATUS: Statement = {
  name: 'release_queue',
  text: `
    SELECT count(*)::integer AS depth,
           coalesce(extract(epoch FROM now() - min(requested_at)), 0)::float8 AS "oldestSeconds",
           greatest(extract(epoch FROM now() - min(due_at)), 0)::float8 AS "lagSeconds"
    FROM release
    WHERE due_at IS NOT NULL AND (in_flight OR indexed_version IS DISTINCT FROM published_version)`,
};
