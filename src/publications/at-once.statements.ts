import type { Statement } from '../platform/database/statement.js';
import { mayBeNamed, requestRelease } from '../releases/release-request.js';
import { acceptAtOnce } from '../writes/accept-at-once.js';
import { nextRevision } from './next-revision.js';
import { PUBLICATION_COLUMNS } from './publication-row.js';

/**
 * The last part of each change: publication `p`, its working revision `r` and its release as a
 * `CommittedPublication`.
 */
const changed = (joined: string, publicBaseUrl: string): string => `
    changed AS (
      SELECT p.version, r.content,
             (SELECT row_to_json(answer) FROM (
                SELECT ${PUBLICATION_COLUMNS}, ${publicBaseUrl} AS "publicBaseUrl"
              ) AS answer) AS answer
      FROM p CROSS JOIN r ${joined} l ON l.publication_id = p.id
    )`;

/** A create: $13 locale, $14 slug, then the revision; $23 public base URL. */
export const CREATE_AT_ONCE: Statement = acceptAtOnce(
  'publication_create_at_once',
  `
    p AS (
      INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
      SELECT $12, a.id, $13, $14, 1, now(), now() FROM a
      ON CONFLICT (locale, slug) DO NOTHING
      RETURNING *
    ), r AS (
      INSERT INTO revision (publication_id, version, title, content, description, tags, sources,
                            author_kind, author_name, intent, created_at)
      SELECT id, 1, $15, $16, $17, $18, $19, $20, $21, $22, created_at FROM p
      RETURNING *
    ), ${changed('LEFT JOIN release', '$23')}`,
);

/**
 * An update: $13 expected version, then the revision, what is null being taken from the one before;
 * $22 locale and $23 slug, null where the client does not name them; $24 public base URL.
 *
 * The joined tables are seen as they were before a wait for the lock of the publication. So whoever
 * changed it meanwhile, `seen` says so, and nothing is done: a publish that held the lock may have
 * named this very revision.
 */
export const UPDATE_AT_ONCE: Statement = acceptAtOnce(
  'publication_update_at_once',
  `
    p AS (
      UPDATE publication p SET version = p.version + 1, updated_at = now()
      FROM a, publication seen
      WHERE p.id = $12 AND p.account_id = a.id AND p.version = $13
        AND p.locale = coalesce($22, p.locale) AND p.slug = coalesce($23, p.slug)
        AND seen.id = $12 AND seen.xmin = p.xmin
      RETURNING p.*
    ), r AS (
      ${nextRevision(14)}
      FROM p
      JOIN revision b ON b.publication_id = p.id AND b.version = p.version - 1
      LEFT JOIN release l ON l.publication_id = p.id
      RETURNING *
    ), ${changed('LEFT JOIN release', '$24')}`,
);

/** A publish: $13 version to name, $14 sources that it needs, $15 public base URL. */
export const PUBLISH_AT_ONCE: Statement = acceptAtOnce(
  'publication_publish_at_once',
  `
    r AS (
      SELECT * FROM revision
      WHERE publication_id = $12 AND version = $13 AND cardinality(sources) >= $14
    ), p AS (
      UPDATE publication p SET updated_at = now() FROM a, r
      WHERE p.id = $12 AND p.account_id = a.id AND p.version = $13
        AND NOT EXISTS (SELECT FROM release l WHERE l.publication_id = $12 AND NOT ${mayBeNamed('$13')})
      RETURNING p.*
    ), named AS (
      SELECT id AS publication_id, version FROM p
    ), requested AS (
      ${requestRelease('named')}
      RETURNING l.*
    ), ${changed('JOIN requested', '$15')}`,
);
