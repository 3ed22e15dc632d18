import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { NewEntry } from '../search/entry.js';
import { entryColumns, PUT_ENTRIES } from '../search/put-entries.js';
import { isSigned } from '../site/is-signed.js';
import { fileColumns, KEEP_FILES } from '../site/keep-files.js';
import {
  pageColumns,
  type PageToPublish,
  PUBLISH_PAGES,
  type PublishedPage,
  SHOWN_PAGE,
} from '../site/publish-pages.js';
import type { PageFiles } from '../site/shown-page.js';
import { KEEP_VERSIONS, type VersionToKeep, versionColumns } from '../versions/keep-versions.js';
import type { ReleaseJob } from './release-job.js';
import { approvedVia, type ApprovedVia } from './release-facts.js';
import { jobColumns, MARK_INDEXED, MARK_PUBLISHED, MARK_RENEWED } from './release-marks.js';

/*
 * The steps of a release are one statement each, which is one transaction and one round trip. All parts read what the
 * first one gave back, so that only jobs that are still ours go on, and the release is locked before anything else:
 * whoever holds it is the only one who changes its page, its files and its entry.
 */

/** Makes revisions public; a row for each whose job is still ours. */
const PUBLISH = namedStatement<
  ReturnType<typeof jobColumns> & { readonly jobTimes: readonly Date[] } & ReturnType<
      typeof pageColumns
    > &
    ReturnType<typeof versionColumns>
>(
  'release_publish_version',
  `WITH ${MARK_PUBLISHED}, ${PUBLISH_PAGES}, ${KEEP_VERSIONS}
    SELECT ${SHOWN_PAGE}, true AS "isSigned", made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Shows revisions that are public as they are rendered now; a row for each whose job is still ours. */
const RENEW = namedStatement<ReturnType<typeof jobColumns> & ReturnType<typeof pageColumns>>(
  'release_renew_version',
  `WITH ${MARK_RENEWED}, ${PUBLISH_PAGES}
    SELECT ${SHOWN_PAGE}, ${isSigned('made')} AS "isSigned", made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Makes public revisions searchable; a row for each whose job is still ours. */
const INDEX = namedStatement<
  ReturnType<typeof jobColumns> & ReturnType<typeof fileColumns> & ReturnType<typeof entryColumns>
>(
  'release_index',
  `WITH ${MARK_INDEXED}, ${KEEP_FILES}, ${PUT_ENTRIES}
    SELECT publication_id AS "publicationId", seconds FROM indexed`,
);

/**
 * What the publications $1 will be released with: a claim holds until it is superseded, and nothing of this changes
 * before. A statement of its own, because the one that claims sees other tables as they were when it began.
 */
const GROUNDS: Statement = {
  name: 'release_grounds',
  text: `
    SELECT named.id AS "publicationId", l.requested_approved_by AS "approvedBy",
           ${approvedVia('named.id', 'l.requested_version', 'l.requested_approved_by')} AS "approvedVia",
           coalesce(last.number, 0) AS "lastRecord", encode(last.sha256, 'hex') AS previous,
           (SELECT kid FROM signing_key WHERE private_key IS NOT NULL) AS "keyId", now() AS now
      FROM unnest((SELECT $1::uuid[])) AS named (id) JOIN release l ON l.publication_id = named.id
           LEFT JOIN LATERAL (SELECT number, sha256 FROM signed_record AS record
                               WHERE record.publication_id = named.id ORDER BY number DESC LIMIT 1) AS last ON true`,
};

/** What a release will say of itself besides its document. */
export interface ReleaseGrounds {
  readonly publicationId: string;
  readonly approvedBy: string | null;
  readonly approvedVia: ApprovedVia | null;
  /** The number of the last record in the chain of the publication, and the SHA-256 of its JWS; 0 and `null`: none. */
  readonly lastRecord: number;
  readonly previous: string | null;
  /** The key in the database that signs; `null`: there is none yet. */
  readonly keyId: string | null;
  /** By the clock of the database. */
  readonly now: Date;
}

/** What is shown by a job. */
export interface JobToShow {
  readonly job: ReleaseJob;
  readonly page: PageToPublish;
}

/** What is made public by a job. */
export interface JobToPublish extends JobToShow {
  readonly publishedAt: Date;
  readonly version: VersionToKeep;
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
    const values = {
      ...showValues(all, renderedBy),
      jobTimes: all.map(({ publishedAt }) => publishedAt),
      ...versionColumns(all.map(({ version }) => version)),
    };
    return this.database.worker.rows(PUBLISH, PUBLISH.values(values));
  }

  /** What publications will be released with, each in its place; their jobs must be claimed. */
  async grounds(publications: readonly string[]): Promise<ReleaseGrounds[]> {
    const rows = await this.database.worker.rows<ReleaseGrounds>(GROUNDS, [publications]);
    const grounds = new Map(rows.map((row) => [row.publicationId, row]));
    return publications.map((id) => grounds.get(id)!);
  }

  /** Shows a revision that is public as it is rendered now, under its version and dates. */
  renew(one: JobToShow, renderedBy: string): Promise<(PublishedPage & StepDone)[]> {
    return this.database.worker.rows(RENEW, RENEW.values(showValues([one], renderedBy)));
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

const showValues = (all: readonly JobToShow[], renderedBy: string) => ({
  ...jobColumns(all.map(({ job }) => job)),
  ...pageColumns(
    all.map(({ page }) => page),
    renderedBy,
  ),
});
