import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Problem } from '../platform/problems/problem.js';
import { newId } from '../platform/ids/ids.js';
import type {
  CreatePublicationDto,
  UpdatePublicationDto,
} from '../publications/dto/write-bodies.dto.js';
import type { PublicationDto } from '../publications/dto/publication.dto.js';
import { ContentsService } from '../publications/contents.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import type { DocumentFields } from '../documents/document.js';
import { changesAnything, newDocument } from '../documents/revision.js';
import { Config } from '../platform/config/config.js';
import type { FaultyPicture } from '../writes/facts.sql.js';
import { tooFewSources } from '../writes/refusal.js';
import type { OperatorWriter } from '../writes/write.js';
import { pictureMissing } from '../writes/writes.errors.js';
import { differences, type TargetFields } from './differences.js';
import { type ImportedFile, ImportedFilesRepository } from './imported-files.repository.js';
import type { ImportRequest } from './import-run.js';
import { DONE_ALREADY, ownership } from './ownership.js';
import type { DocumentRead } from './read-document.js';
import type { StatedDates } from './stated-dates.js';

/** A file and the document that it should become. */
export interface FileToImport extends Pick<
  DocumentRead,
  'sha256' | 'isDraft' | 'isExport' | 'dates' | 'menu' | 'aliases' | 'aliasLine'
> {
  readonly file: string;
  /** The version that the file was exported from; `undefined` if this service did not export the file. */
  readonly exportedVersion: number | undefined;
  readonly input: CreatePublicationDto;
  /** What was imported at the address of the document the last time, also from another file. */
  readonly imported: ImportedFile | undefined;
}

type Mode = Pick<ImportRequest, 'dryRun' | 'overwrite'>;

/** What became of a document. */
export type Saved =
  | {
      readonly saved: 'created' | 'updated';
      /** Absent in a dry run. */
      readonly publication?: PublicationDto;
      /** In a dry run, the revision that an import would replace. */
      readonly replaced?: PublicationDto;
    }
  | {
      readonly saved: 'unchanged';
      readonly publication: PublicationDto;
      /** Whether the working revision is that of the file. */
      readonly isOwn: boolean;
      readonly replaced?: never;
    }
  | { readonly saved: 'conflict'; readonly id: string; readonly version: number };

/** Makes one document equal to its file, with the writes that clients also use (contract 10). */
@Injectable()
export class DocumentImport {
  constructor(
    private readonly publications: PublicationsService,
    private readonly contents: ContentsService,
    private readonly views: PublicationViewsService,
    private readonly importedFiles: ImportedFilesRepository,
    private readonly config: Config,
  ) {}

  /**
   * Creates the document, or updates it if a field differs and the working revision is that of the file. A dry run
   * writes nothing, but refuses the same contents. Tries again what a busy service refuses.
   * @throws Problem of the write
   */
  upsert(writer: OperatorWriter, one: FileToImport, mode: Mode): Promise<Saved> {
    return patiently(() => this.upsertOnce(writer, one, mode));
  }

  private async upsertOnce(
    writer: OperatorWriter,
    one: FileToImport,
    { dryRun, overwrite }: Mode,
  ): Promise<Saved> {
    const { input, file, imported } = one;
    const existing = await this.publications.at(writer, input.locale, input.slug);
    if (!existing) {
      if (dryRun) {
        await this.contents.picturesIn(input.content, writer.accountId);
        return { saved: 'created' };
      }
      const { publication } = await this.publications.create(writer, input, newId());
      await this.remember(one, publication, one.dates);
      return { saved: 'created', publication };
    }
    const { id, version } = existing;
    const { intent, ...document } = newDocument(input, writer.accountName);
    // If the file has no intent, the intent of the document stays.
    const target = input.intent ? { ...document, intent } : document;
    const change = differences(existing, target);
    // A file has no change note, so `change` empties the change note of the working revision. If no other field
    // changes, the document counts as unchanged.
    if (!changesAnything(change)) {
      if (!dryRun) await this.remember(one, existing);
      return { saved: 'unchanged', publication: existing, isOwn: true };
    }
    const last = imported?.file === file ? imported : undefined;
    const owned = ownership(one.sha256, version, last, one.exportedVersion);
    if (owned === 'left') return { saved: 'unchanged', publication: existing, isOwn: false };
    if (owned === 'conflict' && !overwrite) {
      return (await this.isUnchangedExport(writer, id, one.exportedVersion, target))
        ? { saved: 'unchanged', publication: existing, isOwn: false }
        : { saved: 'conflict', id, version };
    }
    if (dryRun) {
      await this.contents.picturesIn(change.content ?? '', writer.accountId);
      return { saved: 'updated', replaced: existing };
    }
    return this.update(writer, one, existing, change);
  }

  private async update(
    writer: OperatorWriter,
    one: FileToImport,
    { id, version }: PublicationDto,
    change: Omit<UpdatePublicationDto, 'expectedVersion'>,
  ): Promise<Saved> {
    try {
      const { publication } = await this.publications.update(
        writer,
        id,
        { expectedVersion: version, ...change },
        newId(),
      );
      const firstPublishedAt = one.imported?.dates.firstPublishedAt ?? null;
      const dates = one.isExport ? { firstPublishedAt, updatedAt: null } : one.dates;
      await this.remember(one, publication, dates);
      return { saved: 'updated', publication };
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'version_conflict')) throw error;
      const { version: newest } = await this.publications.read(writer, id);
      return { saved: 'conflict', id, version: newest };
    }
  }

  /** Remembers that a revision is that of a file. If this fails, the next import finds the document equal again. */
  private async remember(
    { file, sha256, imported, ...one }: FileToImport,
    { id, version }: PublicationDto,
    dates = one.isExport ? (imported?.dates ?? NO_DATES) : one.dates,
  ): Promise<void> {
    const saved = { publicationId: id, file, sha256, version, dates };
    const isKnown = Object.entries(saved).every(([name, value]) =>
      isDeepStrictEqual(imported?.[name as keyof typeof saved], value),
    );
    if (!isKnown) await this.importedFiles.remember(saved);
  }

  /** Whether a file still equals the version that it was exported from, which others have replaced since. */
  private async isUnchangedExport(
    writer: OperatorWriter,
    id: string,
    version: number | undefined,
    target: TargetFields,
  ): Promise<boolean> {
    if (version === undefined) return false;
    try {
      const exported = await this.views.read(writer, id, { view: 'full', revision: version });
      return !exported.erased && !changesAnything(differences(exported as DocumentFields, target));
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return false;
      throw error;
    }
  }

  /**
   * Tells a dry run whether `publish` would request a release.
   * @param pictures pictures in the text that are missing or have no alternative text
   * @param publication absent if the import would first create or update the publication
   * @throws Problem `picture_missing`, `sources_required`
   */
  wouldPublish(
    { sources = [] }: CreatePublicationDto,
    pictures: readonly FaultyPicture[],
    publication?: PublicationDto,
  ): boolean {
    if (publication?.state === 'published' || publication?.state === 'publishing') return false;
    if (pictures.length > 0) throw pictureMissing(pictures);
    const refusal = tooFewSources(sources, this.config.publishMinSources);
    if (refusal) throw refusal;
    return true;
  }

  /**
   * Requests a release; returns false if the revision is already public or in flight.
   * @throws Problem; `version_conflict` also if a person has just sent the revision back
   */
  async publish(writer: OperatorWriter, { id, version, state }: PublicationDto): Promise<boolean> {
    if (state === 'published') return false;
    try {
      const publish = () =>
        this.publications.publish(writer, id, { expectedVersion: version }, newId());
      await patiently(publish);
      return true;
    } catch (error) {
      if (error instanceof Problem && DONE_ALREADY.has(error.code)) return false;
      throw error;
    }
  }
}

/** How often an import tries again what a busy service refuses, and the pause before it, in ms. */
const RETRIES = 5;
const RETRY_MS = 2_000;

/** Runs `work` again if the service was too busy for it. `work` must find what an earlier run of it wrote. */
async function patiently<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof Problem && error.code === 'unavailable';
      if (!isBusy || retries === RETRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** What an export states is of an earlier release, so only a new document takes it. */
const NO_DATES: StatedDates = { firstPublishedAt: null, updatedAt: null };
