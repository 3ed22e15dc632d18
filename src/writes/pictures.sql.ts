/** Inserts the rows of table `named` as the pictures of revision `r`. */
const NOTE = `
      INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described)
      SELECT r.publication_id, r.version, named.place, $accountId, named.sha256, named.is_described`;

const GIVEN = `ROWS FROM (jsonb_to_recordset($pictures::jsonb) AS (sha256 text, "isDescribed" boolean))
        WITH ORDINALITY AS given (sha256, is_described, place)`;

/** `WITH` query of a create. The query records the pictures that the content names. */
export const NOTED_PICTURES = `pictured AS (${NOTE}
      FROM r CROSS JOIN (SELECT * FROM ${GIVEN}) AS named
      RETURNING sha256, place
    )`;

/**
 * `WITH` query of an update. The query records the pictures that the content names. If `$pictures` is null, the content
 * comes from an older revision, and the query copies the rows of that revision.
 */
export const KEPT_PICTURES = `pictured AS (${NOTE}
      FROM r CROSS JOIN LATERAL (
        SELECT sha256, is_described, place FROM ${GIVEN}
        UNION ALL
        SELECT sha256, is_described, place FROM revision_picture b
        WHERE $pictures::jsonb IS NULL AND b.publication_id = r.publication_id
          AND b.version = coalesce($restoreVersion, r.version - 1)) AS named
      RETURNING sha256, place
    )`;

const lacking = (name: string, account: string): string =>
  `NOT EXISTS (SELECT FROM picture x WHERE x.account_id = ${account} AND x.sha256 = ${name}.sha256)`;

/**
 * Column of an answer, with the pictures in `pictured` that the account does not have; null if no picture is missing.
 */
export const MISSING_PICTURES = `(
                  SELECT json_agg(n.sha256 ORDER BY n.place) FROM pictured n
                  WHERE ${lacking('n', '$accountId')}) AS "missingPictures"`;

const FAULTY = `
        SELECT n.sha256, CASE WHEN n.is_described THEN 'missing' ELSE 'no_alternative_text' END AS reason, n.place
        FROM revision_picture n
        WHERE n.publication_id = r.publication_id AND n.version = r.version
          AND (NOT n.is_described OR ${lacking('n', 'a.id')})`;

/**
 * Whether account `a` has all pictures of revision `r`, and each picture has an alternative text in `r` (contract 14).
 */
export const HAS_PICTURES = `NOT EXISTS (${FAULTY})`;

/** The pictures of revision `r` that prevent its release, with reasons; null if no picture prevents the release. */
export const FAULTY_PICTURES = `(
      SELECT json_agg(json_build_object('sha256', sha256, 'reason', reason) ORDER BY place)
      FROM (${FAULTY}) AS faulty) AS "faultyPictures"`;
