import type { Statement } from '../../src/platform/database/statement.js';

/**
 * The part that the statements of all writes share. This part makes the rows of an accepted write durable. A write is
 * one statement, and fewer statements are not possible. The statement checks only the expected version, and takes its
 * locks in no fixed order. Parameters: $1 id, $2 operation, $3 request id, $4 idempotency key, $5 fingerprint, $6
 * answer.
 */
const ACCEPTED = `
  record AS (
    INSERT INTO accepted_write (id, account_id, operation, publication_id, version, key_id, channel,
                                request_id, idempotency_key, fingerprint, fingerprint_format, answer)
    SELECT $1, account_id, $2, id, version, 'floor', 'http', $3, $4, $5, 1, $6 FROM p
  ), unit AS (
    INSERT INTO daily_usage AS d (account_id, day, used)
    SELECT account_id, (now() AT TIME ZONE 'UTC')::date, 1 FROM p
    ON CONFLICT (account_id, day) DO UPDATE SET used = d.used + 1
  )`;

/** $1 to $6 as in `ACCEPTED`, $7 publication, $8 account, $9 locale, $10 slug, then the members of the revision. */
export const CREATE: Statement = {
  name: 'floor_create',
  text: `
    WITH p AS (
      INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at)
      VALUES ($7, $8, $9, $10, 1, now(), now())
      RETURNING id, account_id, version, created_at
    ), ${ACCEPTED}
    INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                          created_at)
    SELECT id, 1, $11, $12, char_length($12), 'draft', '', 'http', created_at FROM p
    RETURNING created_at AS "createdAt"`,
};

/** $1 to $6 as in `ACCEPTED`, $7 publication, $8 expected version, $9 content. */
export const UPDATE: Statement = {
  name: 'floor_update',
  text: `
    WITH p AS (
      UPDATE publication SET version = version + 1, updated_at = now()
      WHERE id = $7 AND version = $8
      RETURNING id, account_id, version, updated_at
    ), ${ACCEPTED}
    INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                          created_at)
    SELECT p.id, p.version, b.document, $9, char_length($9), b.intent, '', 'http', p.updated_at
    FROM p JOIN revision b ON b.publication_id = p.id AND b.version = p.version - 1
    RETURNING document ->> 'title' AS title, version`,
};

/** $1 to $6 as in `ACCEPTED`, $7 publication, $8 expected version. */
export const PUBLISH: Statement = {
  name: 'floor_publish',
  text: `
    WITH p AS (
      UPDATE publication SET updated_at = now() WHERE id = $7 AND version = $8
      RETURNING id, account_id, version
    ), ${ACCEPTED}
    INSERT INTO release AS l (publication_id, account_id, requested_version, requested_at, in_flight, attempts,
                              due_at, fencing_token)
    SELECT id, account_id, version, now(), true, 0, now(), 1 FROM p
    ON CONFLICT (publication_id) DO UPDATE SET
      requested_version = excluded.requested_version, requested_at = excluded.requested_at,
      in_flight = true, due_at = excluded.due_at, fencing_token = l.fencing_token + 1
    RETURNING requested_version AS version`,
};

/**
 * Makes the page, the tags and the search entry of publication $1. Nothing is rendered. The Markdown also serves as the
 * HTML.
 */
export const RELEASE: Statement = {
  name: 'floor_release',
  text: `
    WITH l AS (
      UPDATE release SET in_flight = false, published_version = requested_version,
                         published_at = now(), indexed_version = requested_version, due_at = NULL
      WHERE publication_id = $1
      RETURNING publication_id, published_version, published_at
    ), source AS (
      SELECT p.locale, p.slug, p.account_id, r.*, l.published_at, r.document ->> 'title' AS title,
             r.document ->> 'description' AS description, r.document -> 'author' ->> 'kind' AS author_kind,
             r.document -> 'author' ->> 'name' AS author_name,
             ARRAY(SELECT jsonb_array_elements_text(r.document -> 'tags')) AS tags,
             ARRAY(SELECT jsonb_array_elements_text(r.document -> 'sources')) AS sources
      FROM l JOIN publication p ON p.id = l.publication_id
      JOIN revision r ON r.publication_id = p.id AND r.version = l.published_version
    ), entry AS (
      INSERT INTO search_entry (publication_id, version, account_id, is_public, locale, dated_at, length, body, vector)
      SELECT publication_id, version, account_id, true, locale, published_at, 1, content, to_tsvector('simple', content)
      FROM source
      ON CONFLICT (publication_id, version) DO UPDATE SET body = excluded.body, vector = excluded.vector
    ), tag AS (
      INSERT INTO released_tag (locale, slug, tag, published_at)
      SELECT locale, slug, unnest(tags), published_at FROM source
      ON CONFLICT (locale, slug, tag) DO UPDATE SET published_at = excluded.published_at
    ), rendered AS (
      INSERT INTO released_version (publication_id, version, html, headings, renderer, published_at,
                                     first_published_at, record_number)
      SELECT publication_id, version, content, '[]', 0, published_at, published_at, 1 FROM source
      ON CONFLICT (publication_id, version) DO UPDATE SET html = excluded.html
    )
    INSERT INTO page (locale, slug, publication_id, account_id, version, first_published_at, published_at)
    SELECT locale, slug, publication_id, account_id, version, published_at, published_at FROM source
    ON CONFLICT (locale, slug) DO UPDATE SET version = excluded.version, published_at = excluded.published_at`,
};

/** $1 publication. */
export const READ: Statement = {
  name: 'floor_read',
  text: `
    SELECT p.id, p.locale, p.slug, r.document, r.content, r.intent, p.version, p.created_at, p.updated_at,
           l.in_flight, l.published_version, l.indexed_version, l.published_at, l.error
    FROM publication p
    JOIN revision r ON r.publication_id = p.id AND r.version = p.version
    LEFT JOIN release l ON l.publication_id = p.id
    WHERE p.id = $1`,
};

/** $1 account. Returns the first page, newest first. */
export const LIST: Statement = {
  name: 'floor_list',
  text: `
    SELECT p.id, p.locale, p.slug, r.document - 'sources' AS document, r.intent, p.version, p.created_at, p.updated_at,
           l.in_flight, l.published_version, l.indexed_version, l.published_at, l.error
    FROM publication p
    JOIN revision r ON r.publication_id = p.id AND r.version = p.version
    LEFT JOIN release l ON l.publication_id = p.id
    WHERE p.account_id = $1
    ORDER BY p.created_at DESC, p.id DESC LIMIT 20`,
};

/** $1 locale, $2 slug. */
export const PAGE: Statement = {
  name: 'floor_page',
  text: `
    SELECT version::text AS tag, html AS body FROM page JOIN released_version USING (publication_id, version)
     WHERE locale = $1 AND slug = $2`,
};

/** $1 locale, $2 slug. */
export const PAGE_TAG: Statement = {
  name: 'floor_page_tag',
  text: `SELECT version::text AS tag FROM page WHERE locale = $1 AND slug = $2`,
};

/** $1 words. */
export const SEARCH: Statement = {
  name: 'floor_search',
  text: `
    SELECT page.locale, page.slug, r.document ->> 'title' AS title, r.document ->> 'description' AS description,
           left(body, 200) AS snippet
    FROM search_entry e JOIN page USING (publication_id)
    JOIN revision r ON r.publication_id = page.publication_id AND r.version = page.version
    WHERE e.is_public AND vector @@ plainto_tsquery('simple', $1)
    ORDER BY dated_at DESC LIMIT 10`,
};
