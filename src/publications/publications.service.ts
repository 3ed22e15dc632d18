import { Injectable } from '@nestjs/common';
import {
  createPayload,
  newDocument,
  revisionChange,
  updatePayload,
} from '../documents/revision.js';
import { newId, NO_ID, readId } from '../platform/ids/ids.js';
import { ReleaseSignals } from '../releases/release-signals.js';
import { ReleaseWaitsService } from '../releases/release-waits.service.js';
import { type Accepted, AcceptedWritesService } from '../writes/accepted-writes.service.js';
import type { Write, Writer } from '../writes/write.js';
import { publicationNotFound } from '../writes/writes.errors.js';
import type {
  CreatePublicationDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './inputs.js';
import type { PublicationDto } from './publication.dto.js';
import { PublicationPresenter } from './publication.presenter.js';
import { PublicationsRepository } from './publications.repository.js';

/** How long an answer may be put off until a release is settled (CONTRACT 4). */
export interface Wait {
  readonly seconds: number;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** An accepted write as both doors answer it. */
export interface WriteOutcome {
  readonly publication: PublicationDto;
  readonly replayed: boolean;
  readonly quota: Accepted['quota'];
}

/** Create, read, update and publish: the one way in for both doors (CONTRACT 4, 5). */
@Injectable()
export class PublicationsService {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly presenter: PublicationPresenter,
    private readonly writes: AcceptedWritesService,
    private readonly signals: ReleaseSignals,
    private readonly waits: ReleaseWaitsService,
  ) {}

  /** @throws Problem `not_found` */
  async read(actor: Pick<Writer, 'accountId'>, id: string, wait?: Wait): Promise<PublicationDto> {
    const publication = await this.find(actor, id);
    if (!wait || isSettled(publication)) return publication;
    await this.waits.settled(publication.id, wait.seconds, wait.signal);
    return this.find(actor, id);
  }

  /** What the account has at a path; `undefined` where it has nothing, whoever else may. */
  async at(
    { accountId }: Pick<Writer, 'accountId'>,
    locale: string,
    slug: string,
  ): Promise<PublicationDto | undefined> {
    const row = await this.repository.findAt(locale, slug, accountId);
    return row && this.presenter.whole(row);
  }

  /** @throws Problem `path_conflict`, and those of `AcceptedWritesService.accept` */
  create(
    writer: Writer,
    input: CreatePublicationDto,
    idempotencyKey: string,
  ): Promise<WriteOutcome> {
    const document = newDocument(input, writer.accountName);
    const payload = createPayload(document, writer.accountName);
    return this.accept(writer, {
      operation: 'create',
      publicationId: newId(),
      document,
      payload,
      idempotencyKey,
    });
  }

  /**
   * @throws Problem `not_found`, `immutable_field`, `validation_failed`, `version_conflict`, and
   *   those of `AcceptedWritesService.accept`
   */
  update(
    writer: Writer,
    id: string,
    input: UpdatePublicationDto,
    idempotencyKey: string,
  ): Promise<WriteOutcome> {
    const { expectedVersion, locale, slug } = input;
    return this.accept(writer, {
      operation: 'update',
      publicationId: target(id),
      expectedVersion,
      address: { locale, slug },
      change: revisionChange(input),
      payload: updatePayload(input),
      idempotencyKey,
    });
  }

  /**
   * Names the revision that shall be public; with `wait`, answers when it is, or failed.
   * @throws Problem `not_found`, `version_conflict`, `publish_in_progress`, `already_published`,
   *   `sources_required`, and those of `AcceptedWritesService.accept`
   */
  async publish(
    writer: Writer,
    id: string,
    { expectedVersion, approvedBy }: PublishPublicationDto,
    idempotencyKey: string,
    wait?: Wait,
  ): Promise<WriteOutcome> {
    const publicationId = target(id);
    const outcome = await this.accept(writer, {
      operation: 'publish',
      publicationId,
      expectedVersion,
      approvedBy: approvedBy ?? null,
      payload: { expectedVersion, ...(approvedBy !== undefined && { approvedBy }) },
      idempotencyKey,
    });
    // A worker of this process starts at once.
    if (!outcome.replayed) this.signals.requested();
    return wait
      ? { ...outcome, publication: await this.read(writer, publicationId, wait) }
      : outcome;
  }

  private async accept(writer: Writer, write: Write): Promise<WriteOutcome> {
    const { answer, content, replayed, quota } = await this.writes.accept(writer, write);
    const publication = this.presenter.whole({ ...answer, content }, answer.publicBaseUrl);
    return { publication, replayed, quota };
  }

  private async find(
    { accountId }: Pick<Writer, 'accountId'>,
    id: string,
  ): Promise<PublicationDto> {
    const known = readId(id);
    const row = known && (await this.repository.find(known, accountId));
    if (!row) throw publicationNotFound();
    return this.presenter.whole(row);
  }
}

/** A malformed id is the id of nothing: it is refused where an unknown one is, in the same order. */
const target = (id: string): string => readId(id) ?? NO_ID;

/** Nothing is left to wait for, or a failure stands. */
const isSettled = ({ state, indexStatus, publishError }: PublicationDto): boolean =>
  publishError !== null || (state !== 'publishing' && indexStatus !== 'pending');
