import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { namedStatement } from '../platform/database/statement.js';
import type { NewEntry } from '../search/entry.js';
import { entryColumns, PUT_ENTRIES } from '../search/put-entries.js';
import { fileColumns, KEEP_FILES } from '../site/keep-files.js';
import {
  pageColumns,
  type PageToPublish,
  PUBLISH_PAGES,
  type PublishedPage,
  SHOWN_PAGE,
} from '../site/publish-pages.js';
import type { PageFiles } from '../site/shown-page.js';
import type { ReleaseJob } from './release-job.js';
import { jobColumns, MARK_INDEXED, MARK_PUBLISHED, MARK_RENEWED } from './release-marks.js';

/*
 * The steps of a release are one statement each, which is one transaction and one round trip. All parts read what the
 * first one gave back, so that only jobs that are still ours go on, and the release is locked before anything else:
 * whoever holds it is the only one who changes its page, its files and its entry.
 */

/** Makes revisions public; a row for each whose job is still ours. */
const PUBLISH = namedStatement<ReturnType<typeof jobColumns> & ReturnType<typeof pageColumns>>(
  'release_publish',
  `WITH ${MARK_PUBLISHED}, ${PUBLISH_PAGES}
    SELECT ${SHOWN_PAGE}, made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Shows revisions that are public as they are rendered now; a row for each whose job is still ours. */
const RENEW = namedStatement<ReturnType<typeof jobColumns> & ReturnType<typeof pageColumns>>(
  'release_renew',
  `WITH ${MARK_RENEWED}, ${PUBLISH_PAGES}
    SELECT ${SHOWN_PAGE}, made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Makes public revisions searchable; a row for each whose job is still ours. */
const INDEX = namedStatement<
  ReturnType<typeof jobColumns> & ReturnType<typeof fileColumns> & ReturnType<typeof entryColumns>
>(
  'release_index',
  `WITH ${MARK_INDEXED}, ${KEEP_FILES}, ${PUT_ENTRIES}
    SELECT publication_id AS "publicationId", seconds FROM indexed`,
);

/** What is made public by a job. */
export interface JobToPublish {
  readonly job: ReleaseJob;
  readonly page: PageToPublish;
}

/** What is made searchable by a job. */
export interface JobToIndex {
  readonly job: ReleaseJob;
  readonly entry: NewEntry;
  /** What was made for readers of its page, if it was. */
  readonly files: PageFiles | undefined;
}

/** A job whose step is done. */
export interface StepDone {
  readonly publicationId: string;
  /** How long it took: since the accepted publish or, to index a revision, since it became public. */
  readonly seconds: number;
}

/** What releases change, several at once. Jobs that were superseded change nothing, and do not come back. */
@Injectable()
export class ReleasesRepository {
  constructor(private readonly database: Database) {}

  /** Shows revisions, no two of one slug, at their paths; `renderedBy`: the edition that rendered them. */
  publish(all: readonly JobToPublish[], renderedBy: string): Promise<(PublishedPage & StepDone)[]> {
    return this.database.worker.rows(PUBLISH, PUBLISH.values(publishValues(all, renderedBy)));
  }

  /** Shows a revision that is public as it is rendered now, under its version and dates. */
  renew(one: JobToPublish, renderedBy: string): Promise<(PublishedPage & StepDone)[]> {
    return this.database.worker.rows(RENEW, RENEW.values(publishValues([one], renderedBy)));
  }

  /**
   * Makes the search find what is shown, and keeps what was made for readers.
   * @param madeBy by what the files were made
   */
  index(all: readonly JobToIndex[], madeBy: string): Promise<StepDone[]> {
    const files = all.flatMap(({ files: made }) => made ?? []);
    const values = {
      ...jobColumns(all.map(({ job }) => job)),
      ...fileColumns(files, madeBy),
      ...entryColumns(all.map(({ entry }) => entry)),
    };
    return this.database.worker.rows(INDEX, INDEX.values(values));
  }
}

const publishValues = (all: readonly JobToPublish[], renderedBy: string) => ({
  ...jobColumns(all.map(({ job }) => job)),
  ...pageColumns(
    all.map(({ page }) => page),
    renderedBy,
  ),
});
