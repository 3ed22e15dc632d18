import { namedStatement, type Statement } from '../platform/database/statement.js';
import {
  REVISION_TABLES,
  REVISION_TO_RELEASE,
  type RevisionRow,
  type RevisionToRelease,
} from './revision-to-release.sql.js';
import { RENDERER } from '../rendering/rendered-document.js';
import {
  dropOlder,
  type entryValues,
  INSERT_ENTRY,
  MARK_SEARCHED,
  newEntry,
  PUT_PUBLIC_ENTRY,
  REPLACE_AND_SHOW,
} from '../search/put-entry.sql.js';
import { type PageToPublish, PUBLISH_PAGE } from '../site/publish-page.sql.js';
import { APPROVAL_COLUMNS, OTHER_ERROR, type ReleaseApproval } from '../documents/release-facts.js';

/*
 * A release is one statement, which is one transaction and one round trip. Its first CTE locks the release row, and has
 * no row if the job is superseded. All other CTEs read this CTE, and then change nothing. So only the holder of the lock
 * replaces the page and the public entry of a document. Nobody else can have replaced them after the statement began:
 * its job was claimed after the last one ended, and a withdrawal in between supersedes it.
 */

/**
 * Reads the revision that a job with the fencing token $2 makes public or indexes, for publication $1, and the facts that
 * its signed record needs. No row: the job is superseded. The statement that claims the job cannot read these facts,
 * because its snapshot of other tables can be older than the row that it claims.
 */
export const READ_JOB: Statement = {
  name: 'release_read_job',
  text: `
    SELECT ${REVISION_TO_RELEASE}, ${APPROVAL_COLUMNS},
           coalesce(last.number, 0) + 1 AS "recordNumber", encode(last.sha256, 'hex') AS previous,
           (SELECT kid FROM signing_key WHERE private_key IS NOT NULL) AS "keyId", now() AS now,
           p.searched_version IS NOT DISTINCT FROM r.version AS "hasEntry"
      FROM ${REVISION_TABLES} JOIN release l ON l.publication_id = p.id
           LEFT JOIN decision approval ON approval.id = l.requested_decision_id
           LEFT JOIN LATERAL (SELECT number, sha256 FROM signed_record AS record
                               WHERE record.publication_id = p.id ORDER BY number DESC LIMIT 1) AS last ON true
     WHERE l.publication_id = $1 AND l.fencing_token = $2
       AND r.version = CASE WHEN l.in_flight THEN l.requested_version ELSE l.published_version END`,
};

/** The revision of a job. The approval is that of the requested revision. */
export type RevisionOfJob = Omit<JobRow, 'document'> & RevisionToRelease;

/** A `RevisionOfJob` as `READ_JOB` returns it. */
export interface JobRow extends RevisionRow, ReleaseApproval {
  /** Number of the record of this release within the publication. */
  readonly recordNumber: number;
  /** SHA-256 of the publication's last signed record; `null` if there is none. */
  readonly previous: string | null;
  /** Id of the signing key that is stored in the database; `null` if the database stores no signing key. */
  readonly keyId: string | null;
  /** Current time by the database clock. */
  readonly now: Date;
  /** Whether the draft index has the words of this revision. */
  readonly hasEntry: boolean;
}

interface JobValues {
  readonly publicationId: string;
  readonly fencingToken: number;
}

/**
 * Stores the version that `shown` publishes, with its signed record. If the version is released again, its row is
 * replaced, but the record of the earlier release stays in the chain. If the chain already has a record with the number
 * of the new one, the statement fails. Therefore the chain never forks.
 */
const KEEP_VERSION = `
    kept AS (
      INSERT INTO released_version AS v
             (publication_id, version, html, headings, renderer, published_at, first_published_at, decision_id,
              account_name, record_number)
      SELECT publication_id, $version::integer, $html::text, $headings::jsonb, ${RENDERER}, published_at,
             first_published_at, decision_id, $accountName::text, $recordNumber::integer
        FROM shown
      ON CONFLICT (publication_id, version) DO UPDATE
         SET html = excluded.html, headings = excluded.headings, renderer = excluded.renderer,
             published_at = excluded.published_at, first_published_at = excluded.first_published_at,
             withdrawn_at = NULL, decision_id = excluded.decision_id, account_name = excluded.account_name, record_number = excluded.record_number
    ), signed AS (
      INSERT INTO signed_record (publication_id, number, version, sha256, jws)
      SELECT publication_id, $recordNumber::integer, $version::integer, $sha256::bytea, $jws::text FROM shown
    )`;

export interface PublishValues
  extends JobValues, PageToPublish, Pick<RevisionOfJob, 'accountName' | 'recordNumber'> {
  readonly html: string;
  /** The headings as JSON. */
  readonly headings: string;
  readonly publishedAt: Date;
  readonly jws: string;
  readonly sha256: Uint8Array;
}

type EntryValues = ReturnType<typeof entryValues>;

/** The search entry that the index already has of the revision becomes public. */
const SHOW_ENTRY = `
      UPDATE search_entry SET is_public = true, dated_at = $publishedAt::timestamptz
        FROM held WHERE search_entry.publication_id = held.publication_id AND version = $version::integer
      RETURNING search_entry.publication_id, version`;

/** The entry is written, or written anew: a reindex waits for new words of the entry that the index has. */
const WRITE_ENTRY = `${INSERT_ENTRY}${newEntry('$version::integer', true, '$publishedAt::timestamptz')}
        FROM held JOIN publication p ON p.id = held.publication_id${REPLACE_AND_SHOW}
      RETURNING publication_id, version, warnings`;

/**
 * Makes the statement that makes the requested revision public. The release time comes from `$publishedAt`, because the
 * signed record already contains this time. The statement returns no row if the job is superseded. If `entry` has no row,
 * the job is due again at once, and only indexes; readers find the earlier version until then.
 */
const publish = <Values extends PublishValues>(name: string, entry?: string, mark = '') =>
  namedStatement<Values>(
    name,
    `
    WITH held AS MATERIALIZED (
      SELECT publication_id FROM release
       WHERE publication_id = $publicationId AND fencing_token = $fencingToken AND in_flight FOR NO KEY UPDATE
    ), entered AS (${entry ?? 'SELECT 0 AS version FROM held WHERE false'}
    ), ${entry === undefined ? '' : `${dropOlder('true')}, `}made AS (
      UPDATE release l SET in_flight = false, published_version = requested_version,
             published_at = $publishedAt::timestamptz, withdrawn_at = NULL, decision_id = requested_decision_id, attempts = 0,
             indexed_version = coalesce((SELECT version FROM entered), indexed_version),
             due_at = CASE WHEN NOT EXISTS (SELECT FROM entered) THEN now() END
        FROM held WHERE l.publication_id = held.publication_id
      RETURNING l.publication_id, published_at, decision_id,
                extract(epoch FROM published_at - requested_at)::float8 AS release_seconds
    ), ${PUBLISH_PAGE}, ${KEEP_VERSION}${mark}
    SELECT release_seconds AS "releaseSeconds", 0::float8 AS seconds, EXISTS (SELECT FROM entered) AS "isIndexed"
      FROM shown`,
  );

/** Makes the requested revision public and searchable, with the entry that the draft index has of it. */
export const PUBLISH = publish('release_publish', SHOW_ENTRY);

/** Makes the requested revision public and searchable with a new entry, for readers and for its account. */
export const PUBLISH_WITH_ENTRY = publish<PublishValues & EntryValues>(
  'release_publish_with_entry',
  WRITE_ENTRY,
  `, ${MARK_SEARCHED}`,
);

/** Makes the requested revision public without touching the search. */
export const PUBLISH_UNINDEXED = publish('release_publish_unindexed');

/**
 * Makes the public revision searchable, and clears an earlier `index_failed`. If `$html` is not null, it also replaces
 * the HTML of the page. Returns no row if the job is superseded.
 */
export const INDEX = namedStatement<
  JobValues &
    EntryValues & {
      readonly html: string | undefined;
      readonly headings: string | undefined;
    }
>(
  'release_index',
  `
    WITH indexed AS (
      UPDATE release l SET indexed_version = published_version, attempts = 0, due_at = NULL, error = ${OTHER_ERROR}
       WHERE publication_id = $publicationId AND fencing_token = $fencingToken
         AND NOT in_flight AND due_at IS NOT NULL AND published_version IS NOT NULL
      RETURNING publication_id, published_version AS version, published_at
    ), rendered AS (
      UPDATE released_version AS v SET html = $html::text, headings = $headings::jsonb, renderer = ${RENDERER}
        FROM indexed
       WHERE v.publication_id = indexed.publication_id AND v.version = indexed.version AND $html::text IS NOT NULL
    ), ${PUT_PUBLIC_ENTRY}
    SELECT extract(epoch FROM now() - published_at)::float8 AS seconds FROM indexed`,
);
