import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../platform/config/config.js';
import { SerializationFault } from '../platform/database/database-fault.js';
import type { Problem } from '../platform/errors/problem.js';
import { validationFailed } from '../platform/validation/validation.errors.js';
import { ReleaseRequestsService } from '../releases/release-requests.service.js';
import type { WorkDone } from '../writes/change.js';
import type { UpdatePublicationDto } from './dto/update-publication.dto.js';
import type { CommittedPublication, PublicationRowWithContent } from './publication-row.js';
import {
  alreadyPublished,
  immutableField,
  pathConflict,
  publicationNotFound,
  publishInProgress,
  sourcesRequired,
  versionConflict,
} from './publications.errors.js';
import { type ConflictRow, PublicationsRepository } from './publications.repository.js';
import { type DocumentFields, revisionChange } from './revision-fields.js';

/**
 * The three changes of a publication, each within the transaction of an accepted write. A guard that
 * does not hold is looked into afterwards: a write that succeeds reads nothing twice.
 */
@Injectable()
export class PublicationChangesService {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly releases: ReleaseRequestsService,
    private readonly config: Config,
  ) {}

  /** @throws Problem `path_conflict` */
  async create(
    tx: EntityManager,
    id: string,
    accountId: string,
    document: DocumentFields,
  ): Promise<WorkDone<CommittedPublication>> {
    const createdAt = await this.repository.insert(tx, id, accountId, document);
    if (createdAt === null) throw pathConflict();
    const { author, ...fields } = document;
    return this.committed({
      ...fields,
      ...NEVER_PUBLISHED,
      id,
      version: 1,
      tags: [...document.tags],
      sources: [...document.sources],
      authorKind: author.kind,
      authorName: author.name,
      createdAt,
      updatedAt: createdAt,
    });
  }

  /** @throws Problem `not_found`, `immutable_field`, `validation_failed`, `version_conflict` */
  async update(
    tx: EntityManager,
    id: string,
    accountId: string,
    input: UpdatePublicationDto,
  ): Promise<WorkDone<CommittedPublication>> {
    const { expectedVersion } = input;
    const change = revisionChange(input);
    const changesNothing = Object.values(change).every((value) => value === undefined);
    const raised =
      !changesNothing && (await this.repository.raiseVersion(tx, id, accountId, expectedVersion));
    if (!raised) {
      const current = await this.current(tx, id, accountId, expectedVersion);
      assertSamePath(current, input);
      if (changesNothing) throw validationFailed([NOTHING_CHANGES]);
      throw this.conflict(expectedVersion, current);
    }
    const row = await this.repository.insertRevision(tx, id, change);
    assertSamePath(row, input);
    return this.committed(row);
  }

  /**
   * @throws Problem `not_found`, `version_conflict`, `publish_in_progress`, `already_published`,
   *   `sources_required`
   */
  async publish(
    tx: EntityManager,
    id: string,
    accountId: string,
    expectedVersion: number,
  ): Promise<WorkDone<CommittedPublication>> {
    const document = await this.repository.touch(tx, id, accountId, expectedVersion);
    if (!document) {
      const current = await this.current(tx, id, accountId, expectedVersion);
      throw this.conflict(expectedVersion, current);
    }
    const release = await this.releases.request(tx, id, document.version);
    if (!release) {
      const { inFlight } = await this.current(tx, id, accountId, expectedVersion);
      throw inFlight ? publishInProgress(document.version) : alreadyPublished(document.version);
    }
    const required = this.config.publishMinSources;
    const present = document.sources.length;
    if (present < required) throw sourcesRequired(required, present);
    return this.committed({ ...document, ...release });
  }

  private committed({
    content,
    ...row
  }: PublicationRowWithContent): WorkDone<CommittedPublication> {
    return { answer: { ...row, publicBaseUrl: this.config.publicBaseUrl }, content };
  }

  private async current(
    tx: EntityManager,
    id: string,
    accountId: string,
    expectedVersion: number,
  ): Promise<ConflictRow> {
    const current = await this.repository.findConflict(tx, id, accountId, expectedVersion);
    if (!current) throw publicationNotFound();
    return current;
  }

  /** The expected version may have been committed right between the guard and the look at it. */
  private conflict(expectedVersion: number, current: ConflictRow): Problem | SerializationFault {
    return current.version === expectedVersion
      ? new SerializationFault()
      : versionConflict(expectedVersion, current);
  }
}

const NEVER_PUBLISHED = {
  requestedVersion: null,
  inFlight: false,
  publishedVersion: null,
  publishedAt: null,
  indexedVersion: null,
  publishError: null,
};

const NOTHING_CHANGES = {
  field: 'expectedVersion',
  message: 'must come with at least one field that changes besides locale and slug',
};

function assertSamePath(
  current: { locale: string; slug: string },
  { locale, slug }: UpdatePublicationDto,
): void {
  const changed = [
    ...(locale !== undefined && locale !== current.locale ? ['locale'] : []),
    ...(slug !== undefined && slug !== current.slug ? ['slug'] : []),
  ];
  if (changed.length > 0) throw immutableField(changed);
}
