import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import { makeFolder } from '../platform/files/make-folder.js';
import { NO_ID } from '../platform/ids/ids.js';
import type { Progress } from '../platform/progress/progress.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import {
  type InExport,
  releasedFile,
  type ReleasedInFile,
  workingFile,
  type WorkingInFile,
} from '../documents/front-matter.js';
import type { PagePath } from '../documents/page-path.js';
import {
  PAGE_DATES,
  RELEASE_COLUMNS,
  REVISION_COLUMNS,
  SHOWN_TABLES,
} from '../site/page-facts.sql.js';
import { RedirectsService } from '../site/redirects.service.js';
import { fileName, writeFileWhole } from './markdown-files.js';
import { TransferredPictures } from './transferred-pictures.service.js';

type Owned<T> = T & {
  readonly id: string;
  readonly accountId: string;
  readonly markdown: string;
} & Pick<InExport, 'statedFirstPublishedAt' | 'statedUpdatedAt'>;

/** The documents that an export writes. Its statements have the account as $1, or null for all accounts. */
interface Source<T> {
  readonly count: Statement;
  /** $2 id of the previous document; $3 limit. */
  readonly page: Statement;
  readonly fileOf: (document: T, baseUrl: string, inExport: InExport) => string;
}

const RELEASED: Source<ReleasedInFile> = {
  count: {
    name: 'export_released_count',
    text: `
      SELECT count(*)::integer AS count FROM page
       WHERE withdrawn_at IS NULL AND ($1::uuid IS NULL OR account_id = $1)`,
  },
  page: {
    name: 'export_released_page',
    text: `
      SELECT page.publication_id AS id, page.account_id AS "accountId", page.locale, page.slug, page.version,
             ${PAGE_DATES}, ${REVISION_COLUMNS}, ${RELEASE_COLUMNS}
        FROM ${SHOWN_TABLES}
       WHERE page.withdrawn_at IS NULL AND ($1::uuid IS NULL OR page.account_id = $1)
         AND page.publication_id > $2
       ORDER BY page.publication_id LIMIT $3`,
  },
  fileOf: releasedFile,
};

const WORKING: Source<WorkingInFile> = {
  count: {
    name: 'export_working_count',
    text: `
      SELECT count(*)::integer AS count FROM publication p
       WHERE p.version > 0 AND ($1::uuid IS NULL OR p.account_id = $1)`,
  },
  page: {
    name: 'export_working_page',
    text: `
      SELECT p.id, p.account_id AS "accountId", p.locale, p.slug, r.version, r.intent, ${REVISION_COLUMNS},
             f.first_published_at AS "statedFirstPublishedAt", f.updated_at AS "statedUpdatedAt"
        FROM publication p
        JOIN revision r ON r.publication_id = p.id AND r.version = p.version
        LEFT JOIN imported_file f ON f.publication_id = p.id
       WHERE ($1::uuid IS NULL OR p.account_id = $1) AND p.id > $2
       ORDER BY p.id LIMIT $3`,
  },
  fileOf: workingFile,
};

/**
 * Number of documents per query. The documents of one query have at most 10 million characters of content in memory.
 */
const PAGE_SIZE = 50;

export interface ExportRequest {
  /** The folder to write to; it is created if it does not exist. */
  readonly root: string;
  /** `null` exports the documents of every account. */
  readonly accountId: string | null;
  /** Whether to export working revisions instead of released revisions. */
  readonly drafts: boolean;
}

export interface ExportResult {
  readonly files: number;
  /** Whether the export was stopped; if so, files can be missing. */
  readonly interrupted: boolean;
}

/** Writes documents as Markdown files, which an import reads back unchanged (contract 10). */
@Injectable()
export class ExportsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly views: PublicationViewsService,
    private readonly pictures: TransferredPictures,
    private readonly redirects: RedirectsService,
  ) {}

  /**
   * Writes `{locale}/{slug}.md` for each document, and the pictures of the document into the same folder; with drafts,
   * also its notes that are not closed. Overwrites existing files with these names, removes the file of notes of an
   * earlier export, and changes no other files. When `signal` aborts, stops after the current file.
   * @throws Error if the folder cannot be made, and errors of writing
   */
  async export(
    request: ExportRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ExportResult> {
    makeFolder(request.root);
    return request.drafts
      ? this.write(request, WORKING, progress, signal)
      : this.write(request, RELEASED, progress, signal);
  }

  private async write<T extends PagePath>(
    { root, accountId, drafts }: ExportRequest,
    { count, page, fileOf }: Source<T>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ExportResult> {
    const [counted] = await this.database.rows<{ count: number }>(count, [accountId]);
    progress.start('Exporting', counted!.count);
    const aliases = await this.redirects.aliases(accountId);
    let files = 0;
    for await (const document of this.documents<T>(page, accountId)) {
      if (signal.aborted) break;
      const folder = join(root, document.locale);
      const { accountId: owner, slug, markdown: named } = document;
      const markdown = await this.pictures.write(folder, owner, slug, named);
      const { id, statedFirstPublishedAt = null, statedUpdatedAt = null } = document;
      const inExport = { statedFirstPublishedAt, statedUpdatedAt, aliases: aliases.get(id) ?? [] };
      const text = fileOf({ ...document, markdown }, this.config.publicBaseUrl, inExport);
      await writeFileWhole(join(folder, fileName(document.slug)), text);
      if (drafts) await this.writeNotes(folder, document);
      files += 1;
      progress.step();
    }
    return { files, interrupted: signal.aborted };
  }

  private async *documents<T>(page: Statement, accountId: string | null): AsyncGenerator<Owned<T>> {
    let after = NO_ID;
    for (;;) {
      const rows = await this.database.rows<Owned<T>>(page, [accountId, after, PAGE_SIZE]);
      yield* rows;
      if (rows.length < PAGE_SIZE) return;
      after = rows.at(-1)!.id;
    }
  }

  /** Writes the notes on a document that are not closed. If there are none, removes the file of an earlier export. */
  private async writeNotes(
    folder: string,
    { accountId, id, slug }: Owned<PagePath>,
  ): Promise<void> {
    const { notes = [] } = await this.views.read({ accountId }, id, { view: 'notes' });
    const path = join(folder, fileName(slug, '.notes.json'));
    if (notes.length === 0) await rm(path, { force: true });
    else await writeFileWhole(path, `${JSON.stringify(notes, null, 2)}\n`);
  }
}
