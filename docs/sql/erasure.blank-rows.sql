-- Generated from src/erasure/blank-rows.statements.ts: npx vitest run --project service test/contract/sql.spec.ts -u

-- erase_revision_blank
INSERT INTO revision (publication_id, version, title, content, description, tags, sources, author_kind, author_name, intent, created_at) SELECT id, 0, '', '', '', '{}', '{}', '', '', 'draft', now() FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_revision_blank_delete
DELETE FROM revision WHERE publication_id = $1 AND version = 0 AND $1::uuid IS NOT NULL;

-- erase_picture_blank
INSERT INTO picture (account_id, sha256, type, width, height, bytes, original) SELECT account_id, '-', '', 1, 1, 0, '' FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_picture_blank_delete
DELETE FROM picture WHERE sha256 = '-' AND $1::uuid IS NOT NULL;

-- erase_revision_picture_blank
INSERT INTO revision_picture (publication_id, version, place, account_id, sha256, is_described) SELECT id, 0, 0, account_id, '-', true FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_revision_picture_blank_delete
DELETE FROM revision_picture WHERE publication_id = $1 AND version = 0 AND $1::uuid IS NOT NULL;

-- erase_kept_page_blank
INSERT INTO kept_page (locale, slug, stamp, made_by, page_tag, page_br, page_gzip, markdown_tag, markdown_br, markdown_gzip) SELECT '-', '-', '', '', '', '', '', '', '', '' FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_kept_page_blank_delete
DELETE FROM kept_page WHERE locale = '-' AND slug = '-' AND $1::uuid IS NOT NULL;

-- erase_released_tag_blank
INSERT INTO released_tag (locale, slug, tag, published_at) SELECT '-', '-', '', now() FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_released_tag_blank_delete
DELETE FROM released_tag WHERE locale = '-' AND slug = '-' AND $1::uuid IS NOT NULL;

-- erase_search_entry_blank
INSERT INTO search_entry (locale, slug, title, description, body, vector, published_at, tags) SELECT '-', '-', '', '', '', ''::tsvector, now(), '{}'::text[] FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_search_entry_blank_delete
DELETE FROM search_entry WHERE locale = '-' AND slug = '-' AND $1::uuid IS NOT NULL;

-- erase_working_entry_blank
INSERT INTO working_entry (locale, slug, publication_id, version, body, vector, published_at) SELECT '-', '-', id, 0, '', ''::tsvector, now() FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_working_entry_blank_delete
DELETE FROM working_entry WHERE locale = '-' AND slug = '-' AND $1::uuid IS NOT NULL;

-- erase_imported_file_blank
INSERT INTO imported_file (publication_id, file, sha256, version) SELECT id, '', '', 0 FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_imported_file_blank_delete
DELETE FROM imported_file WHERE publication_id = $1 AND version = 0 AND $1::uuid IS NOT NULL;

-- erase_prerendered_feed_blank
INSERT INTO prerendered_feed (locale, tag, br, gzip) SELECT '-', '', '', '' FROM publication WHERE id = $1 ON CONFLICT DO NOTHING;

-- erase_prerendered_feed_blank_delete
DELETE FROM prerendered_feed WHERE locale = '-' AND $1::uuid IS NOT NULL;
