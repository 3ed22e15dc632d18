import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Problem } from '../platform/problems/problem.js';
import { newId } from '../platform/ids/ids.js';
import type { CreatePublicationDto } from '../publications/dto/create-publication.dto.js';
import type { PublicationDto } from '../publications/dto/publication.dto.js';
import type { UpdatePublicationDto } from '../publications/dto/update-publication.dto.js';
import { PublicationsService } from '../publications/publications.service.js';
import type { DocumentFields } from '../publications/document/document.js';
import { changesAnything, newDocument } from '../publications/document/revision.js';
import { Config } from '../platform/config/config.js';
import type { FaultyPicture } from '../writes/facts.sql.js';
import { tooFewSources } from '../writes/refusal.js';
import type { OperatorWriter } from '../writes/write.js';
import { pictureMissing } from '../writes/writes.errors.js';

/** The fields that the revision should have. If `intent` is absent, the current intent stays. */
type TargetFields = Omit<DocumentFields, 'intent'> & Partial<Pick<DocumentFields, 'intent'>>;

/** Makes the update that gives the working revision the target fields. The update contains only fields that differ. */
function differences(
  current: PublicationDto,
  { author, ...target }: TargetFields,
): Omit<UpdatePublicationDto, 'expectedVersion'> {
  const { kind, name } = author;
  const changed = Object.entries({ ...target, author: { kind, name } }).filter(
    ([field, value]) => !isDeepStrictEqual(value, current[field as keyof TargetFields]),
  );
  return Object.fromEntries(changed);
}

interface ImportOutcome {
  readonly saved: 'created' | 'updated' | 'unchanged';
  /** The publication after the import; absent if a dry run skipped the write. */
  readonly publication?: PublicationDto;
}

/** Makes one document equal to its file, with the writes that clients also use (contract 10). */
@Injectable()
export class DocumentImport {
  constructor(
    private readonly publications: PublicationsService,
    private readonly config: Config,
  ) {}

  /** Creates the document, or updates it if a field differs. A dry run writes nothing. @throws Problem of the write */
  async upsert(
    writer: OperatorWriter,
    input: CreatePublicationDto,
    dryRun: boolean,
  ): Promise<ImportOutcome> {
    const existing = await this.publications.at(writer, input.locale, input.slug);
    if (!existing) {
      if (dryRun) return { saved: 'created' };
      const { publication } = await this.publications.create(writer, input, newId());
      return { saved: 'created', publication };
    }
    const { intent, ...document } = newDocument(input, writer.accountName);
    // If the file has no intent, the intent of the document stays.
    const change = differences(existing, input.intent ? { ...document, intent } : document);
    // A file has no change note, so `change` empties the change note of the working revision. If no other field
    // changes, the document counts as unchanged.
    if (!changesAnything(change)) return { saved: 'unchanged', publication: existing };
    if (dryRun) return { saved: 'updated' };
    const { publication } = await this.publications.update(
      writer,
      existing.id,
      { expectedVersion: existing.version, ...change },
      newId(),
    );
    return { saved: 'updated', publication };
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

  /** Requests a release; returns false if the revision is already public or in flight. @throws Problem */
  async publish(writer: OperatorWriter, { id, version, state }: PublicationDto): Promise<boolean> {
    if (state === 'published') return false;
    try {
      await this.publications.publish(writer, id, { expectedVersion: version }, newId());
      return true;
    } catch (error) {
      if (error instanceof Problem && DONE_ALREADY.has(error.code)) return false;
      throw error;
    }
  }
}

const DONE_ALREADY: ReadonlySet<string> = new Set(['publish_in_progress', 'already_published']);
