import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { Config } from '../platform/config/config.js';
import { makeFolder } from '../platform/files/make-folder.js';
import type { Progress } from '../platform/progress/progress.js';
import { PublicationListService } from '../publications/publication-list.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import {
  type InExport,
  releasedFile,
  workingFile,
  type WorkingInFile,
} from '../documents/front-matter.js';
import type { PagePath } from '../documents/page-path.js';
import { RedirectsService } from '../site/redirects.service.js';
import { ReleasedDocuments } from '../site/released-documents.service.js';
import { ImportedFilesRepository } from './imported-files.repository.js';
import { fileName, writeFileWhole } from './markdown-files.js';
import type { StatedDates } from './stated-dates.js';
import { TransferredPictures } from './transferred-pictures.service.js';

type Owned<T> = T & {
  readonly id: string;
  readonly accountId: string;
  readonly markdown: string;
} & Pick<InExport, 'statedFirstPublishedAt' | 'statedUpdatedAt'>;

/** Reads working revisions, one document after another, for exports (contract 10). */
@Injectable()
export class WorkingDocuments {
  constructor(
    private readonly accounts: AccountsService,
    private readonly lists: PublicationListService,
    private readonly publications: PublicationsService,
    private readonly importedFiles: ImportedFilesRepository,
  ) {}

  /** Counts the documents of an account. If `accountId` is `null`, counts the documents of all accounts. */
  async count(accountId: string | null): Promise<number> {
    let count = 0;
    for await (const _ of this.ids(accountId)) count += 1;
    return count;
  }

  /**
   * Reads the documents of an account, oldest first. If `accountId` is `null`, reads the documents of all accounts, one
   * account after another.
   */
  async *read(accountId: string | null): AsyncGenerator<Owned<WorkingInFile>> {
    let [of, imported] = ['', new Map<string, StatedDates>()];
    for await (const [owner, id] of this.ids(accountId)) {
      if (of !== owner) {
        const files = await this.importedFiles.of(owner);
        [of, imported] = [owner, new Map(files.map((one) => [one.publicationId, one.dates]))];
      }
      const { content, ...document } = await this.publications.read({ accountId: owner }, id);
      const { firstPublishedAt = null, updatedAt = null } = imported.get(id) ?? {};
      const stated = { statedFirstPublishedAt: firstPublishedAt, statedUpdatedAt: updatedAt };
      yield { ...document, ...stated, accountId: owner, markdown: content };
    }
  }

  private async *ids(accountId: string | null): AsyncGenerator<[owner: string, id: string]> {
    const owners =
      accountId === null ? (await this.accounts.list()).map(({ id }) => id) : [accountId];
    for (const owner of owners) {
      for await (const page of this.lists.all(owner)) {
        for (const { id } of page) yield [owner, id];
      }
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
    private readonly accounts: AccountsService,
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
   * @throws Error if there is no such account, or the folder cannot be made, and errors of writing
   */
  async export(
    request: ExportRequest,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ExportResult> {
    if (request.accountId !== null) await this.accounts.show(request.accountId);
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
