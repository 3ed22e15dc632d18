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
  workingFile,
  type WorkingInFile,
} from '../documents/front-matter.js';
import type { PagePath } from '../documents/page-path.js';
import { REVISION_COLUMNS } from '../site/page-facts.sql.js';
import { RedirectsService } from '../site/redirects.service.js';
import { PAGE_SIZE, ReleasedDocuments } from '../site/released-documents.service.js';
import { fileName, writeFileWhole } from './markdown-files.js';
import { TransferredPictures } from './transferred-pictures.service.js';

type Owned<T> = T & {
  readonly id: string;
  readonly accountId: string;
  readonly markdown: string;
} & Pick<InExport, 'statedFirstPublishedAt' | 'statedUpdatedAt'>;

/** Counts the documents of account $1, or of all accounts if it is null. */
const COUNT: Statement = {
  name: 'working_document_count',
  text: `
    SELECT count(*)::integer AS count FROM publication p
     WHERE p.version > 0 AND ($1::uuid IS NULL OR p.account_id = $1)`,
};

/** Reads working revisions. $1 account, or null for all accounts; $2 id of the previous document; $3 limit. */
const WORKING: Statement = {
  name: 'working_document_page',
  text: `
    SELECT p.id, p.account_id AS "accountId", p.locale, p.slug, r.version, r.intent, ${REVISION_COLUMNS},
           f.first_published_at AS "statedFirstPublishedAt", f.updated_at AS "statedUpdatedAt"
      FROM publication p
      JOIN revision r ON r.publication_id = p.id AND r.version = p.version
      LEFT JOIN imported_file f ON f.publication_id = p.id
     WHERE ($1::uuid IS NULL OR p.account_id = $1) AND p.id > $2
     ORDER BY p.id LIMIT $3`,
};

/** Reads working revisions for exports (contract 10). */
@Injectable()
export class WorkingDocuments {
  constructor(private readonly database: Database) {}

  /** Counts the documents of an account. If `accountId` is `null`, counts the documents of all accounts. */
  async count(accountId: string | null): Promise<number> {
    const [counted] = await this.database.rows<{ count: number }>(COUNT, [accountId]);
    return counted!.count;
  }

  /** Reads the documents of an account, oldest first. If `accountId` is `null`, reads the documents of all accounts. */
  async *read(accountId: string | null): AsyncGenerator<Owned<WorkingInFile>> {
    let after = NO_ID;
    for (;;) {
      const page = await this.database.rows<Owned<WorkingInFile>>(WORKING, [
        accountId,
        after,
        PAGE_SIZE,
      ]);
      yield* page;
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.id;
    }
  }
}

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

interface Source<T> {
  count(accountId: string | null): Promise<number>;
  read(accountId: string | null): AsyncIterable<Owned<T>>;
}

/** Writes documents as Markdown files, which an import reads back unchanged (contract 10). */
@Injectable()
export class ExportsService {
  constructor(
    private readonly config: Config,
    private readonly released: ReleasedDocuments,
    private readonly working: WorkingDocuments,
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
      ? this.write(request, this.working, workingFile, progress, signal)
      : this.write(request, this.released, releasedFile, progress, signal);
  }

  private async write<T extends PagePath>(
    { root, accountId, drafts }: ExportRequest,
    source: Source<T>,
    fileOf: (document: T, baseUrl: string, inExport: InExport) => string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ExportResult> {
    progress.start('Exporting', await source.count(accountId));
    const aliases = await this.redirects.aliases(accountId);
    let files = 0;
    for await (const document of source.read(accountId)) {
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
