import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { namedStatement, type Statement } from '../platform/database/statement.js';
import type { NewEntry } from '../search/entry.js';
import { entryColumns, LACKS_DRAFT_ENTRY, PUT_ENTRIES } from '../search/put-entries.js';
import { isSigned } from '../site/page-facts.sql.js';
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
import { approvedIn, approvedVia, type ApprovedVia } from './release-facts.js';
import { jobColumns, MARK_INDEXED, MARK_PUBLISHED, MARK_RENEWED } from './release-marks.js';

/*
 * Each step of a release is one statement, which is one transaction and one round trip. The first CTE of the statement
 * locks the release rows of the jobs that are not superseded. All other CTEs read the rows of the first CTE, and thus
 * leave out superseded jobs, too. So only the holder of the lock replaces the page and the search entry of a document.
 */

/** Makes revisions public; returns a row for each job that is not superseded. */
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

/** Replaces public pages by a new rendering; returns a row for each job that is not superseded. */
const RENEW = namedStatement<ReturnType<typeof jobColumns> & ReturnType<typeof pageColumns>>(
  'release_renew_version',
  `WITH ${MARK_RENEWED}, ${PUBLISH_PAGES}
    SELECT ${SHOWN_PAGE}, ${isSigned('made')} AS "isSigned", made.seconds FROM made JOIN shown USING (publication_id)`,
);

/** Makes public revisions searchable; returns a row for each job that is not superseded. */
const INDEX = namedStatement<
  ReturnType<typeof jobColumns> & ReturnType<typeof fileColumns> & ReturnType<typeof entryColumns>
>(
  'release_index',
  `WITH ${MARK_INDEXED}, ${KEEP_FILES}, ${PUT_ENTRIES}
    SELECT publication_id AS "publicationId", seconds,
           EXISTS (SELECT FROM publication p WHERE p.id = publication_id AND ${LACKS_DRAFT_ENTRY}) AS "lacksDraftEntry"
      FROM indexed`,
);

/**
 * Reads the grounds for releasing the publications $1. Approver and last record do not change during a claim. The
 * statement that claims the jobs cannot read the grounds, because its snapshot of other tables can be older than the
 * rows that it claims.
 */
const GROUNDS: Statement = {
  name: 'release_grounds',
  text: `
    SELECT named.id AS "publicationId", l.requested_approved_by AS "approvedBy",
           ${approvedVia('l.requested_decision_id', 'l.requested_version', 'l.requested_approved_by')} AS "approvedVia",
           ${approvedIn('l.requested_decision_id', 'l.requested_version', 'l.requested_approved_by')} AS "approvedIn",
           coalesce(last.number, 0) AS "lastRecord", encode(last.sha256, 'hex') AS previous,
           (SELECT kid FROM signing_key WHERE private_key IS NOT NULL) AS "keyId", now() AS now
      FROM unnest((SELECT $1::uuid[])) AS named (id) JOIN release l ON l.publication_id = named.id
           LEFT JOIN LATERAL (SELECT number, sha256 FROM signed_record AS record
                               WHERE record.publication_id = named.id ORDER BY number DESC LIMIT 1) AS last ON true`,
};

/** The facts that the record of a release needs, besides the document. */
export interface ReleaseGrounds {
  readonly publicationId: string;
  readonly approvedBy: string | null;
  readonly approvedVia: ApprovedVia | null;
  /** The program in which a host says that the release was confirmed. */
  readonly approvedIn: string | null;
  /** Number of the publication's last signed record, and its SHA-256 (`previous`); 0 and `null` if there is none. */
  readonly lastRecord: number;
  readonly previous: string | null;
  /** Id of the signing key that is stored in the database; `null` if the database stores no signing key. */
  readonly keyId: string | null;
  /** Current time by the database clock. */
  readonly now: Date;
}

export interface JobToShow {
  readonly job: ReleaseJob;
  readonly page: PageToPublish;
}

export interface JobToPublish extends JobToShow {
  readonly publishedAt: Date;
  readonly version: VersionToKeep;
}

export interface JobToIndex {
  readonly job: ReleaseJob;
  readonly entry: NewEntry;
  /** The prerendered page; `undefined` if the page was not made. */
  readonly files: PageFiles | undefined;
}

export interface StepDone {
  readonly publicationId: string;
  /** Seconds since the accepted publish or, for an indexing, since the revision became public. */
  readonly seconds: number;
}

export interface IndexingDone extends StepDone {
  /**
   * Whether the draft index lacks the working revision. The working revision can be the revision that was just indexed,
   * or a newer revision.
   */
  readonly lacksDraftEntry: boolean;
}

/** Runs the SQL statements of the release steps, each for several jobs. Superseded jobs change and return nothing. */
@Injectable()
export class ReleasesRepository {
  constructor(private readonly database: Database) {}

  /** Makes revisions public. Their slugs must differ. @param renderedBy the edition that rendered the pages */
  publish(all: readonly JobToPublish[], renderedBy: string): Promise<(PublishedPage & StepDone)[]> {
    const values = {
      ...showValues(all, renderedBy),
      jobTimes: all.map(({ publishedAt }) => publishedAt),
      ...versionColumns(all.map(({ version }) => version)),
    };
    return this.database.worker.rows(PUBLISH, PUBLISH.values(values));
  }

  /** Reads the grounds of publications, and returns them in the same order. The publications must be claimed. */
  async grounds(publications: readonly string[]): Promise<ReleaseGrounds[]> {
    const rows = await this.database.worker.rows<ReleaseGrounds>(GROUNDS, [publications]);
    const grounds = new Map(rows.map((row) => [row.publicationId, row]));
    return publications.map((id) => grounds.get(id)!);
  }

  /** Replaces the page of a public revision by a new rendering, with the same version and dates. */
  renew(one: JobToShow, renderedBy: string): Promise<(PublishedPage & StepDone)[]> {
    return this.database.worker.rows(RENEW, RENEW.values(showValues([one], renderedBy)));
  }

  /** Indexes public revisions, and stores their prerendered files. @param madeBy the edition that made the files */
  index(all: readonly JobToIndex[], madeBy: string): Promise<IndexingDone[]> {
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
