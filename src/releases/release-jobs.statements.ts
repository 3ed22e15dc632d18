import {
  COMMIT_AT_ONCE,
  namedStatement,
  type Statement,
  timestampText,
} from '../platform/database/statement.js';
import { OTHER_ERROR } from '../documents/release-facts.js';

const JOB = `
              l.publication_id AS "publicationId", l.account_id AS "accountId",
              l.requested_version AS "requestedVersion", l.in_flight AS "inFlight", l.attempts,
              l.fencing_token AS "fencingToken", l.traceparent`;

/** Makes SQL that finds the account with a due release that comes after `id`; after the last one, the first again. */
const accountAfter = (id: string): string => `coalesce(
        (SELECT account_id FROM release WHERE account_id > ${id} AND due_at <= now() ORDER BY account_id LIMIT 1),
        (SELECT account_id FROM release WHERE due_at <= now() ORDER BY account_id LIMIT 1))`;

/**
 * Claims up to `room` due jobs, the oldest of each account, for `leaseMs`. Accounts take turns, beginning after
 * `servedLast`; at most `maxOfOne` jobs of an account are held, those of `heldAccounts` included. Skips locked rows, so
 * that workers never wait for each other. The parameters stand in subqueries, so that PostgreSQL keeps one generic plan.
 */
export const CLAIM_JOBS = namedStatement<{
  readonly room: number;
  readonly leaseMs: number;
  readonly servedLast: string;
  readonly heldAccounts: readonly string[];
  readonly maxOfOne: number;
}>(
  'release_claim_in_turn',
  `
    WITH RECURSIVE turn AS (
      SELECT ${accountAfter('(SELECT $servedLast::uuid)')} AS account_id
      UNION
      SELECT ${accountAfter('turn.account_id')} FROM turn
    ), due AS MATERIALIZED (
      SELECT publication_id FROM turn CROSS JOIN LATERAL (
        SELECT publication_id FROM release WHERE account_id = turn.account_id AND due_at <= now() ORDER BY due_at
        LIMIT (SELECT $maxOfOne::integer) - cardinality(array_positions((SELECT $heldAccounts::uuid[]), turn.account_id))
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS oldest LIMIT (SELECT $room::integer)
    )
    UPDATE release l SET
      due_at = now() + $leaseMs * interval '1 millisecond',
      attempts = l.attempts + 1,
      fencing_token = l.fencing_token + 1
    WHERE l.publication_id = ANY (ARRAY (SELECT publication_id FROM due))
    RETURNING ${JOB}`,
);

/** Jobs of the publications $1, each with the fencing token at the same index of $2. */
const HELD =
  'unnest((SELECT $1::uuid[]), (SELECT $2::integer[])) AS held (publication_id, fencing_token)';

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
 * there is neither, and the document was not withdrawn before. If $2 is true, its versions are withdrawn too.
 */
export const WITHDRAW_RELEASE: Statement = {
  name: 'release_withdraw',
  text: `
    WITH withdrawn AS (
      UPDATE release SET in_flight = false, published_version = NULL, published_at = NULL,
                         withdrawn_at = now(), decision_id = NULL, indexed_version = NULL, attempts = 0, due_at = NULL,
                         fencing_token = fencing_token + 1
      WHERE publication_id = $1 AND (in_flight OR published_version IS NOT NULL OR withdrawn_at IS NOT NULL)
      RETURNING publication_id, withdrawn_at
    ), versions AS (
      UPDATE released_version v SET withdrawn_at = withdrawn.withdrawn_at
      FROM withdrawn WHERE $2::boolean AND v.publication_id = withdrawn.publication_id AND v.withdrawn_at IS NULL
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

/** Finds at most $3 documents to index, with ids after $2, in order of id. */
export const FIND_TO_INDEX: Statement = {
  name: 'release_find_to_index',
  text: `
    SELECT publication_id AS id FROM release WHERE ${TO_INDEX} AND publication_id > $2
    ORDER BY publication_id LIMIT $3`,
};

/** Finds the documents among the publications $2 that must still be indexed. */
export const STILL_TO_INDEX: Statement = {
  name: 'release_still_to_index',
  text: `SELECT publication_id AS id FROM release WHERE ${TO_INDEX} AND publication_id = ANY ($2::uuid[])`,
};

/**
 * Claims at most $3 of the documents to index among the publications $2, for a lease of $4 ms. Skips documents whose
 * release is in flight, and locked rows.
 */
export const CLAIM_TO_INDEX: Statement = {
  name: 'release_claim_to_index',
  text: `
    WITH next AS (
      SELECT publication_id FROM release WHERE ${TO_INDEX} AND NOT in_flight AND publication_id = ANY ($2::uuid[])
      LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE release l SET
      due_at = now() + $4 * interval '1 millisecond',
      attempts = 1,
      fencing_token = l.fencing_token + 1
    FROM next WHERE l.publication_id = next.publication_id
    RETURNING ${JOB}`,
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
