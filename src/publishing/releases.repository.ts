import { Injectable } from '@nestjs/common';
import { WorkerDatabase } from '../platform/database/database.js';
import type { ReleaseJob } from '../releases/release-job.js';
import { jobColumns } from '../releases/release-marks.js';
import type { NewEntry } from '../search/entry.js';
import { entryColumns } from '../search/put-entries.js';
import { fileColumns } from '../site/keep-files.js';
import { pageColumns, type PageToPublish, type PublishedPage } from '../site/publish-pages.js';
import type { PageFiles } from '../site/shown-page.js';
import { INDEX, PUBLISH } from './releases.statements.js';

/** What is made public by a job. */
export interface JobToPublish {
  readonly job: ReleaseJob;
  readonly page: PageToPublish;
}

/** What is made searchable by a job. */
export interface JobToIndex {
  readonly job: ReleaseJob;
  readonly entry: NewEntry;
  /** Of its page, and of those that name it as their translation. */
  readonly files: readonly PageFiles[];
}

/** A job whose step is done. */
export interface StepDone {
  readonly publicationId: string;
  /** How long it took: since the accepted publish or, to index a revision, since it became public. */
  readonly seconds: number;
}

/** What releases change, several at once. Jobs that were overtaken change nothing, and do not come back. */
@Injectable()
export class ReleasesRepository {
  constructor(private readonly database: WorkerDatabase) {}

  /** Shows revisions, no two of one slug, at their paths. */
  publish(all: readonly JobToPublish[]): Promise<(PublishedPage & StepDone)[]> {
    const values = {
      ...jobColumns(all.map(({ job }) => job)),
      ...pageColumns(all.map(({ page }) => page)),
    };
    return this.database.rows(PUBLISH, PUBLISH.values(values));
  }

  /**
   * Makes the search find what is shown, and keeps what was made for readers.
   * @param madeBy by what the files were made
   */
  index(all: readonly JobToIndex[], madeBy: string): Promise<StepDone[]> {
    const files = all.map(({ job: { publicationId }, files: some }) => ({
      publicationId,
      files: some,
    }));
    const values = {
      ...jobColumns(all.map(({ job }) => job)),
      ...fileColumns(files, madeBy),
      ...entryColumns(all.map(({ entry }) => entry)),
    };
    return this.database.rows(INDEX, INDEX.values(values));
  }
}
