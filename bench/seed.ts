import type { ClientBase } from 'pg';
import { RENDERER } from '../src/rendering/rendered-document.js';

/** The publications that the database generates, tens of thousands per second. */
export interface Generated {
  /** The accounts among which the publications are divided. */
  readonly accountIds: readonly string[];
  /**
   * Number of the batch. This number is part of each id and slug, so that no two batches have the same ids and slugs.
   */
  readonly batch: number;
  readonly count: number;
  /** Whether each publication is released, with page and search entry. If not, no release was requested. */
  readonly released: boolean;
  /** Content of every revision. The generator adds a line of words to this content. */
  readonly content: string;
  /** Whether to omit the search entries, which take most of the time. */
  readonly unsearched?: boolean;
  /** Time of the last publication; now by default. */
  readonly until?: Date;
}

/** Returns the id of the nth publication of a batch. */
export const generatedId = (batch: number, n: number): string =>
  `${hex(batch, 8)}-0000-7000-8000-${hex(n, 12)}`;

/** Returns the slug of the nth publication of a batch. */
export const generatedSlug = (batch: number, n: number): string => `generated-${batch}-${n}`;

/** Returns the version of the nth publication of a batch: 5 for every tenth publication, 1 for the others. */
export const generatedVersion = (n: number): number => (n % 10 === 0 ? 5 : 1);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** $1 accounts, $2 batch, $3 count, $4 content, $5 time of the last publication. */
const NUMBERED = `
  SELECT n, ('generated-' || $2::integer || '-' || n) AS slug,
         (lpad(to_hex($2::integer), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS id,
         CASE WHEN n % 10 = 0 THEN 5 ELSE 1 END AS version,
         date_trunc('milliseconds', $5::timestamptz) - ($3::integer - n) * interval '1 second' AS at,
         -- of every document, every tenth, thousandth, and its own
         format('all0 tenth%s thousandth%s own%s', n % 10, n % 1000, n)
           || ' all1 all2 all3 all4 all5 all6 all7'
           -- thirty words by Zipf's law: the word zN is in about 2.6 / N of all documents
           || (SELECT string_agg(' z' || floor(exp(ln(100000) * ((n::bigint * 7919 + i * 104729) % 1000003) / 1000003.0)), '')
                 FROM generate_series(1, 30) AS i) AS words,
         ($1::uuid[])[1 + n % cardinality($1::uuid[])] AS account_id, $4::text AS content
  FROM generate_series(1, $3::integer) AS n`;

/**
 * Makes the INSERT statements of all publications. With `searched_version` = `version`, the draft index is said to have the
 * publication. Otherwise no sweep indexes it for a day, so its release makes its words.
 */
const rows = (searched: string): readonly string[] => [
  `INSERT INTO publication (id, account_id, locale, slug, version, created_at, updated_at, searched_version, search_after)
   SELECT id, account_id, 'en', slug, version, at, at, ${searched}, now() + interval '1 day' FROM numbered`,
  `INSERT INTO revision (publication_id, version, document, content, content_length, intent, change_note, channel,
                         created_at)
   SELECT id, v, jsonb_build_object('title', 'Document ' || n, 'description', 'Generated.',
            'tags', ARRAY['generated', 'tag-' || n % 100], 'sources', ARRAY['https://example.org/' || n],
            'author', jsonb_build_object('kind', 'service', 'name', 'Generator')),
          content || E'\\n\\n' || words, char_length(content || words) + 2, 'draft', '', 'http', at
   FROM numbered, generate_series(1, version) AS v`,
];

const RELEASED_ROWS = [
  `INSERT INTO release (publication_id, account_id, requested_version, requested_at, in_flight, published_version,
                        published_at, indexed_version, attempts, fencing_token)
   SELECT id, account_id, version, at, false, version, at, version, 0, 2 FROM numbered`,
  `INSERT INTO page (locale, slug, publication_id, account_id, version, first_published_at, published_at)
   SELECT 'en', slug, id, account_id, version, at, at FROM numbered`,
  `INSERT INTO released_version (publication_id, version, html, headings, renderer, published_at, first_published_at,
                                  account_name, record_number)
   SELECT id, version, content, '[]', ${RENDERER}, at, at, 'Generator', 1 FROM numbered`,
  `INSERT INTO released_tag (locale, slug, tag, published_at)
   SELECT 'en', slug, unnest(ARRAY['generated', 'tag-' || n % 100]), at FROM numbered`,
];

const SEARCHED_ROWS = [
  `INSERT INTO search_entry (publication_id, version, account_id, is_public, locale, dated_at, length, body, vector)
   SELECT id, version, account_id, true, 'en', at, 40, content || ' ' || words,
          to_tsvector('simple', words) || format('''&%s''', account_id)::tsvector
   FROM numbered`,
];

/**
 * Writes the rows that the service would write for these publications. All publications have the locale `en`, and their
 * times are one second apart. If the publications are released and `unsearched` is not set, searches find each
 * publication by the words at the end of its content.
 */
export async function generate(client: ClientBase, wish: Generated): Promise<void> {
  await insertAll(client, wish, rows(wish.released ? 'version' : 'NULL'));
  if (!wish.released) return;
  await insertAll(client, wish, RELEASED_ROWS);
  if (!wish.unsearched) await insertAll(client, wish, SEARCHED_ROWS);
}

/** Runs the INSERT statements. Each statement can read the generated publications from `numbered`. */
export async function insertAll(
  client: ClientBase,
  { accountIds, batch, count, content, until = new Date() }: Generated,
  inserts: readonly string[],
): Promise<void> {
  const values = [accountIds, batch, count, content, until];
  for (const insert of inserts) {
    await client.query(`WITH numbered AS (${NUMBERED}) ${insert}`, values);
  }
}
