import { namedStatement } from '../platform/database/statement.js';
import { type jobColumns, MARK_INDEXED, MARK_PUBLISHED } from '../releases/release-marks.js';
import { type entryColumns, PUT_ENTRIES } from '../search/put-entries.js';
import { type fileColumns, KEEP_FILES } from '../site/keep-files.js';
import { type pageColumns, PUBLISH_PAGES, SHOWN_PAGE } from '../site/publish-pages.js';

/*
 * The steps of a release are one statement each, which is one transaction and one round trip. All parts read what the
 * first one gave back, so that only jobs that are still ours go on, and the release is locked before anything else:
 * whoever holds it is the only one who changes its page, its files and its entry.
 */

/** Makes revisions public; a row for each whose job is still ours. */
export const PUBLISH = namedStatement<
  ReturnType<typeof jobColumns> & ReturnType<typeof pageColumns>
>(
  'release_publish',
  `WITH ${MARK_PUBLISHED}, ${PUBLISH_PAGES}
    SELECT ${SHOWN_PAGE}, made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Makes public revisions searchable; a row for each whose job is still ours. */
export const INDEX = namedStatement<
  ReturnType<typeof jobColumns> & ReturnType<typeof fileColumns> & ReturnType<typeof entryColumns>
>(
  'release_index',
  `WITH ${MARK_INDEXED}, ${KEEP_FILES}, ${PUT_ENTRIES}
    SELECT publication_id AS "publicationId", seconds FROM indexed`,
);
