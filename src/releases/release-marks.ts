import { approvedIn, approvedVia } from './release-facts.js';
import type { ReleaseJob } from './release-job.js';

/**
 * Makes SQL for a table `held` of jobs: publications `ids`, each with the fencing token at the same index of `tokens`.
 */
export const heldJobs = (ids: string, tokens: string): string =>
  `unnest((SELECT ${ids}::uuid[]), (SELECT ${tokens}::integer[])) AS held (publication_id, fencing_token)`;

const APPROVED_VIA = approvedVia('l.decision_id', 'l.published_version', 'l.approved_by');
const APPROVED_IN = approvedIn('l.decision_id', 'l.published_version', 'l.approved_by');

/** SQL for `error` when the index holds the public revision: `index_failed` is cleared, other errors stay. */
export const OTHER_ERROR = `CASE WHEN error ->> 'code' = 'index_failed' THEN NULL ELSE error END`;

/** Makes the parameters `$jobs` and `$tokens` of a statement that marks jobs. */
export const jobColumns = (jobs: readonly ReleaseJob[]) => ({
  jobs: jobs.map(({ publicationId }) => publicationId),
  tokens: jobs.map(({ fencingToken }) => fencingToken),
});

/**
 * The CTE `made` makes the requested revisions public. The CTE has a row for each job that is not superseded, with
 * columns `publication_id`, `version`, `published_at`, `shown_at` (when the page changed), `approved_by`,
 * `approved_via`, `approved_in`, `decision_id` and `seconds` (since the publish was accepted). A job keeps its fencing
 * token and lease for the indexing that follows. The release times come from `$jobTimes`, because the signed records already contain these
 * times.
 */
export const MARK_PUBLISHED = `
    made AS (
      UPDATE release l SET in_flight = false, published_version = requested_version,
                           published_at = held.at, withdrawn_at = NULL, approved_by = requested_approved_by,
                           decision_id = requested_decision_id, attempts = 1
      FROM unnest((SELECT $jobs::uuid[]), (SELECT $tokens::integer[]), (SELECT $jobTimes::timestamptz[]))
             AS held (publication_id, fencing_token, at)
      WHERE l.publication_id = held.publication_id AND l.fencing_token = held.fencing_token AND in_flight
      RETURNING l.publication_id, published_version AS version, published_at, published_at AS shown_at,
                approved_by, ${APPROVED_VIA} AS approved_via, ${APPROVED_IN} AS approved_in, decision_id,
                extract(epoch FROM published_at - requested_at)::float8 AS seconds
    )`;

/**
 * The CTE `made` for public revisions that are rendered again. This CTE has the columns of `made` in `MARK_PUBLISHED`
 * that a page needs, but only locks the release rows, because date and approver do not change.
 */
export const MARK_RENEWED = `
    made AS (
      SELECT l.publication_id, published_version AS version, published_at, now() AS shown_at, approved_by,
             ${APPROVED_VIA} AS approved_via, ${APPROVED_IN} AS approved_in, 0::float8 AS seconds
        FROM ${heldJobs('$jobs', '$tokens')} JOIN release l USING (publication_id, fencing_token)
       WHERE NOT in_flight AND due_at IS NOT NULL AND published_version IS NOT NULL
         FOR NO KEY UPDATE OF l
    )`;

/**
 * The CTE `indexed` ends jobs after their last step, the indexing of the public revision, and clears an earlier
 * `index_failed`. The CTE has a row for each job that is not superseded: `publication_id`, `published_at` and the
 * `seconds` since `published_at`.
 */
export const MARK_INDEXED = `
    indexed AS (
      UPDATE release l SET indexed_version = published_version, attempts = 0, due_at = NULL,
                           error = ${OTHER_ERROR}
      FROM ${heldJobs('$jobs', '$tokens')}
      WHERE l.publication_id = held.publication_id AND l.fencing_token = held.fencing_token
        AND NOT in_flight AND due_at IS NOT NULL
      RETURNING l.publication_id, published_at, extract(epoch FROM now() - published_at)::float8 AS seconds
    )`;
