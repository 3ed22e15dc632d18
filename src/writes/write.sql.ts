import { REVISION_PARAMETERS } from '../documents/document.js';
import { ANSWER_COLUMNS, COMMITTED_COLUMNS } from '../documents/publication-row.js';
import { differingFields } from '../documents/revision.js';
import { type NamedStatement, namedStatement } from '../platform/database/statement.js';
import {
  allowance,
  MAY_TAKE_UNIT,
  QUOTA_COLUMNS,
  takenUnit,
  unpaidUnit,
  USAGE_TODAY,
} from '../quota/quota.sql.js';
import { mayBeNamed, requestRelease } from '../releases/release-request.js';
import { HAS_PICTURES, KEPT_PICTURES, MISSING_PICTURES, NOTED_PICTURES } from './pictures.sql.js';
import { UNKNOWN_NOTES } from './notes.sql.js';
import { MAY_RELEASE } from './release-rule.sql.js';
import type { ClientInfo } from '../keys/actor.js';
import { stillAuthenticated } from '../keys/live-key.sql.js';
import type { Operation } from './write.js';

/**
 * Number of the advisory lock for an idempotency key of an account. Every write takes this lock before its other locks,
 * so that two writes with the same key cannot deadlock.
 */
export const KEY_LOCK = `hashtextextended($accountId::uuid::text || $idempotencyKey::text, 0)`;

/** Returns no row if a write with this key was committed or is in progress. Sets the time-out of all later locks. */
const FRESH_KEY = `
  SELECT set_config('lock_timeout', $lockTimeoutMs::text, true)
  WHERE NOT EXISTS (SELECT FROM accepted_write
                    WHERE account_id = $accountId AND idempotency_key = $idempotencyKey)
    AND pg_try_advisory_xact_lock(${KEY_LOCK})`;

const ACCOUNT = allowance('$freeLimit', '$upgradedLimit', 'id = $accountId');
/**
 * Selects the account. Selects no row if `fresh_key` has no row. Also selects no row for a paid write if no unit is
 * left today, if the account is suspended, or if the key or the desk session of the writer has ended. Without the row
 * of the account, nothing is stored.
 */
const account = (paid: boolean): string => `
  SELECT a.* FROM fresh_key CROSS JOIN (${ACCOUNT}) a ${USAGE_TODAY}
  ${paid ? `WHERE ${MAY_TAKE_UNIT} AND ${stillAuthenticated('$keyId', '$session')}` : ''}`;

/**
 * Makes the SQL statement of a write. An accepted write is one statement, which is one transaction and one round trip
 * (docs/adr/0010). The statement does everything or nothing. If it does nothing, `READ_FACTS` finds the reason.
 *
 * `change` is a list of `WITH` queries that read account `a`. Its query `p` returns the locked publication, and its
 * query `r` returns the revision that is made or released. `release` joins the release row as `l`. Each query reads the
 * result of the query before it. Therefore all statements take their locks in the same order: key, publication,
 * release, unit.
 */
function write(
  operation: Operation,
  paid: boolean,
  change: string,
  { release = 'LEFT JOIN release', content = 'changed.content', added = '' } = {},
): NamedStatement<WriteParameters & OwnParameters> {
  return namedStatement(
    `write_${operation}${paid ? '' : '_unpaid'}`,
    `
    WITH fresh_key AS (${FRESH_KEY}), a AS (${account(paid)}),
    ${change}, changed AS (
      SELECT ${COMMITTED_COLUMNS}, r.content,
             (SELECT row_to_json(answer) FROM (
                SELECT ${ANSWER_COLUMNS}, $publicBaseUrl AS "publicBaseUrl"${added}
              ) AS answer) AS answer
      FROM p CROSS JOIN r ${release} l ON l.publication_id = p.id LEFT JOIN decision approval ON approval.id = l.decision_id
    ), unit AS (${paid ? takenUnit('changed') : unpaidUnit('changed')}),
    -- where the publication is locked, but the rest could not be done, its null undoes all
    record AS (
      INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                  client, operator, request_id, idempotency_key, fingerprint,
                                  fingerprint_format, answer)
      SELECT $id, $accountId, '${operation}', p.id,
             CASE WHEN unit.used IS NOT NULL THEN changed.version END, $keyId, $channel,
             $client::jsonb, $operator, $requestId, $idempotencyKey, $fingerprint, $fingerprintFormat, changed.answer
      FROM p LEFT JOIN changed ON true LEFT JOIN unit ON true
    )
    SELECT changed.answer, changed.id, changed.version, changed.locale, changed.slug, changed.document, changed.intent,
           changed."changeNote", changed."contentLength", changed."approvedBy", changed."approvedVia",
           ${content} AS content, unit.used, ${QUOTA_COLUMNS}
    FROM a, changed, unit`,
  );
}

export interface WriteParameters {
  /** Id of the new record. */
  readonly id: string;
  readonly accountId: string;
  /** Daily limits of the two plans, in writes. */
  readonly freeLimit: number;
  readonly upgradedLimit: number;
  readonly keyId: string | null;
  /** Hash of the token of the desk session; `null` at the other interfaces. */
  readonly session: Buffer | null;
  readonly channel: string;
  readonly client: ClientInfo | null;
  readonly operator: string | null;
  readonly requestId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
  readonly fingerprintFormat: number;
  readonly publicationId: string;
  readonly publicBaseUrl: string;
  /** Maximum wait for each lock, in ms. */
  readonly lockTimeoutMs: number;
}

type OwnParameters = Readonly<Record<string, unknown>>;

const INSERT_REVISION = `
      INSERT INTO revision (publication_id, version, created_at, key_id, channel, client,
                            ${Object.keys(REVISION_PARAMETERS).join(', ')})`;

const NEW_REVISION = Object.values(REVISION_PARAMETERS).join(', ');

/**
 * Makes the statement of a create. The parameters that only a create has are `locale`, `slug`, `pictures`, and those of
 * the revision.
 */
const create = (paid: boolean) =>
  write(
    'create',
    paid,
    `
    p AS (
      INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
      SELECT $publicationId, a.id, $locale, $slug, 1, now(), now() FROM a
      ON CONFLICT (locale, slug) DO NOTHING
      RETURNING *
    ), r AS (
      ${INSERT_REVISION}
      SELECT id, 1, created_at, $keyId, $channel, $client::jsonb, ${NEW_REVISION} FROM p
      RETURNING *
    ), ${NOTED_PICTURES}`,
    { content: 'NULL', added: `, ${MISSING_PICTURES}` },
  );

/**
 * The columns of the next revision, after revision `w`. What the update does not set comes from revision `b`. If the
 * release of the working revision was requested, the next revision starts as `draft` (contract 3).
 */
const NEXT_REVISION = Object.entries({
  document: (given: string) => `b.document || ${given}`,
  content: (given: string) => `coalesce(${given}, b.content)`,
  content_length: (given: string) => `coalesce(${given}, b.content_length)`,
  intent: (given: string) =>
    `coalesce(${given}, CASE WHEN l.requested_version = w.version THEN 'draft' ELSE w.intent END)`,
  change_note: (given: string) => `coalesce(${given}, '')`,
} satisfies Record<keyof typeof REVISION_PARAMETERS, (given: string) => string>)
  .map(([column, next]) => next(REVISION_PARAMETERS[column as keyof typeof REVISION_PARAMETERS]))
  .join(', ');

/**
 * Column of the answer of an update: the fields in which the revision differs from the one before it. The answer stores
 * them, because the revision before can be erased until the answer is replayed.
 */
const CHANGED_FIELDS = `(
                  SELECT ${differingFields('seen', 'r')} FROM revision seen
                  WHERE seen.publication_id = p.id AND seen.version = p.version - 1) AS "changedFields"`;

/**
 * Makes the statement of an update. The parameters that only an update has are `expectedVersion`, `restoreVersion`,
 * `locale`, `slug`, `pictures`, `answeredNotes`, and those of the revision. `restoreVersion` is set if the fields come
 * from an older revision. `locale` and `slug` are set if the client repeats them. `pictures` is set if the content
 * changes.
 *
 * If the statement must wait for the lock of the publication, it reads the joined tables as they were before the wait.
 * `seen` shows whether the publication changed during the wait. If so, nothing is written, because a publish may have
 * requested the release of this revision. The `intent` of the next revision depends on such a request.
 */
const update = (paid: boolean) =>
  write(
    'update',
    paid,
    `
    p AS (
      UPDATE publication p SET version = p.version + 1, updated_at = now()
      FROM a, publication seen
      WHERE p.id = $publicationId AND p.account_id = a.id AND p.version = $expectedVersion
        AND p.locale = coalesce($locale, p.locale) AND p.slug = coalesce($slug, p.slug)
        AND seen.id = $publicationId AND seen.xmin = p.xmin
        AND EXISTS (SELECT FROM revision WHERE publication_id = $publicationId
                                           AND version = coalesce($restoreVersion, $expectedVersion))
        AND NOT EXISTS (${UNKNOWN_NOTES})
      RETURNING p.*
    ), r AS (
      ${INSERT_REVISION}
      SELECT p.id, p.version, p.updated_at, $keyId, $channel, $client::jsonb, ${NEXT_REVISION}
      FROM p
      JOIN revision w ON w.publication_id = p.id AND w.version = p.version - 1
      JOIN revision b ON b.publication_id = p.id AND b.version = coalesce($restoreVersion, w.version)
      LEFT JOIN release l ON l.publication_id = p.id
      RETURNING *
    ), answered AS (
      UPDATE note n SET answered_version = r.version FROM r
      WHERE n.publication_id = r.publication_id AND n.id = ANY ($answeredNotes::uuid[]) AND n.closed_at IS NULL
    ), ${KEPT_PICTURES}`,
    {
      added: `, ${MISSING_PICTURES}, ${CHANGED_FIELDS}`,
      content: `CASE WHEN $content::text IS NULL THEN changed.content END`,
    },
  );

/**
 * SQL condition: the decisions on the revision are those that this statement sees. When a person approves a revision or
 * sends it back, the row of its publication is updated. If this statement waited for that update, the `xmin` of the
 * updated row differs from the `xmin` before the wait. The decisions matter to a release at the desk, which needs
 * approvals, and if `$unlessReturned` is set.
 */
const AS_DECIDED = `(($session::bytea IS NULL AND NOT $unlessReturned::boolean)
          OR p.xmin = (SELECT xmin FROM publication WHERE id = $publicationId))`;

/** False if `$unlessReturned` is set and the revision was sent back. */
const NOT_RETURNED = `NOT ($unlessReturned::boolean AND EXISTS (
          SELECT FROM decision d WHERE d.publication_id = $publicationId
            AND d.version = $expectedVersion AND d.outcome = 'returned'))`;

/** The value of `$knownWithdrawal` for a person who knew of no withdrawal. */
export const NOT_WITHDRAWN = '-infinity';

/**
 * False if `$knownWithdrawal` is set, and is not the time at which the document was withdrawn. Release `l` may be locked
 * by a withdrawal in progress, so the statement checks this condition again when it has the lock.
 */
export const AS_KNOWN = `($knownWithdrawal::timestamptz IS NULL
           OR coalesce(l.withdrawn_at, '${NOT_WITHDRAWN}') = $knownWithdrawal::timestamptz)`;

/**
 * Makes the statement of a publish. The parameters that only a publish has are `expectedVersion`, `minSources`,
 * `approvedBy`, `approvedVia`, `unlessReturned`, `knownWithdrawal`, `hasPassed`, `despite` and `traceparent`.
 * `expectedVersion` is the revision to release, `minSources` the minimum number of its sources, and `hasPassed` whether it
 * may be released if the checks are `strict`. `traceparent` belongs to the trace of the release. The statement
 * also stores the decision, with the id of the record, and this id in the release row.
 */
const publish = (paid: boolean) =>
  write(
    'publish',
    paid,
    `
    r AS (
      SELECT r.* FROM revision r, a
      WHERE r.publication_id = $publicationId AND r.version = $expectedVersion
        AND ${HAS_PICTURES} AND jsonb_array_length(r.document -> 'sources') >= $minSources
        AND (a.checks = 'advice' OR $hasPassed::boolean) AND ${MAY_RELEASE}
    ), p AS (
      UPDATE publication p SET updated_at = now() FROM a, r
      WHERE p.id = $publicationId AND p.account_id = a.id AND p.version = $expectedVersion
        AND NOT EXISTS (SELECT FROM release l
                        WHERE l.publication_id = $publicationId
                          AND NOT (${mayBeNamed('$expectedVersion')} AND ${AS_KNOWN}))
        AND ${AS_DECIDED} AND ${NOT_RETURNED}
      RETURNING p.*
    ), named AS (
      SELECT id AS publication_id, account_id, version, $id::uuid AS decision_id, $traceparent::text AS traceparent FROM p
    ), requested AS (
      ${requestRelease('named')} AND ${AS_KNOWN}
      RETURNING l.*
    ), decided AS (
      INSERT INTO decision (id, account_id, publication_id, version, outcome, decided_by, via, key_id,
                            client, channel, request_id, public_version, despite)
      SELECT $id, $accountId, publication_id, requested_version, 'released', $approvedBy::text, $approvedVia::text,
             $keyId, $client::jsonb, $channel, $requestId, coalesce(published_version, 0), $despite::jsonb FROM requested
    )`,
    { release: 'JOIN requested' },
  );

/** Makes the only statements that add accepted writes. */
const statements = (paid: boolean) => ({
  create: create(paid),
  update: update(paid),
  publish: publish(paid),
});

/** The statements for clients, which use one unit for each write. */
export const PAID = statements(true);
/** The statements for operators, who use no units (contract 10). */
export const UNPAID = statements(false);
