import type { Statement } from '../platform/database/statement.js';

/*
 * PostgreSQL's planner stores sample values of each column. These samples can contain erased text. ANALYZE replaces the
 * samples of a table, but keeps them if the table is empty. So an erasure inserts a row without text before ANALYZE,
 * and deletes this row after ANALYZE, in the same transaction.
 */

const statement = (name: string, text: string): Statement => ({ name: `erase_${name}`, text });

/**
 * Makes two statements. One inserts a row without text, and the other deletes this row by the condition `key`. The
 * parameter $1 of both statements is the erased publication, because some of the rows must refer to a publication.
 */
const blank = (table: string, columns: string, values: string, key: string) => ({
  insert: statement(
    `${table}_blank`,
    // A row with the same key shows that the table is not empty.
    `INSERT INTO ${table} (${columns}) SELECT ${values} FROM publication WHERE id = $1 ON CONFLICT DO NOTHING`,
  ),
  delete: statement(
    `${table}_blank_delete`,
    `DELETE FROM ${table} WHERE ${key} AND $1::uuid IS NOT NULL`,
  ),
});

/** SQL condition for a path that no document has, because `-` is not a locale. */
const NOWHERE = `locale = '-' AND slug = '-'`;

/** The insert and delete statements for each table that an erasure can leave empty. */
export const BLANK = {
  revision: blank(
    'revision',
    `publication_id, version, title, content, description, tags, sources, author_kind, author_name, intent, created_at`,
    `id, 0, '', '', '', '{}', '{}', '', '', 'draft', now()`,
    'publication_id = $1 AND version = 0',
  ),
  picture: blank(
    'picture',
    'account_id, sha256, type, width, height, bytes, original',
    `account_id, '-', '', 1, 1, 0, ''`,
    `sha256 = '-'`,
  ),
  revision_picture: blank(
    'revision_picture',
    'publication_id, version, place, account_id, sha256, is_described',
    `id, 0, 0, account_id, '-', true`,
    'publication_id = $1 AND version = 0',
  ),
  kept_page: blank(
    'kept_page',
    `locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag, markdown_br, markdown_gzip`,
    `'-', '-', '', '', '', '', '', '', '', ''`,
    NOWHERE,
  ),
  released_tag: blank(
    'released_tag',
    'locale, slug, tag, published_at',
    `'-', '-', '', now()`,
    NOWHERE,
  ),
  search_entry: blank(
    'search_entry',
    'locale, slug, title, description, body, vector, published_at, tags',
    `'-', '-', '', '', '', ''::tsvector, now(), '{}'::text[]`,
    NOWHERE,
  ),
  working_entry: blank(
    'working_entry',
    'locale, slug, publication_id, version, body, vector, published_at',
    `'-', '-', id, 0, '', ''::tsvector, now()`,
    NOWHERE,
  ),
  imported_file: blank(
    'imported_file',
    'publication_id, file, sha256, version',
    `id, '', '', 0`,
    'publication_id = $1 AND version = 0',
  ),
  prerendered_feed: blank(
    'prerendered_feed',
    'locale, tag, br, gzip',
    `'-', '', '', ''`,
    `locale = '-'`,
  ),
};
