import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { newId, NO_ID, readId } from '../platform/ids/ids.js';
import { ReleaseRequestsService } from '../releases/release-requests.service.js';
import { ReleaseWaitsService } from '../releases/release-waits.service.js';
import { type Accepted, AcceptedWritesService } from '../writes/accepted-writes.service.js';
import type { Change } from '../writes/change.js';
import type { Write } from '../writes/write.js';
import type { Writer } from '../writes/writer.js';
import { createAtOnce, publishAtOnce, updateAtOnce } from './at-once.js';
import type { CreatePublicationDto } from './dto/create-publication.dto.js';
import type { PublicationDto } from './dto/publication.dto.js';
import type { PublishPublicationDto } from './dto/publish-publication.dto.js';
import type { UpdatePublicationDto } from './dto/update-publication.dto.js';
import { PublicationChangesService } from './publication-changes.service.js';
import type { CommittedPublication } from './publication-row.js';
import { PublicationPresenter, withContent } from './publication.presenter.js';
import { publicationNotFound } from './publications.errors.js';
import { PublicationsRepository } from './publications.repository.js';
import { storable } from './publication-version.js';
import { createPayload, newDocument, updatePayload } from './revision-fields.js';

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
  readonly quota: Accepted<object>['quota'];
}

/** Create, read, update and publish: the one way in for both doors (CONTRACT 4, 5). */
@Injectable()
export class PublicationsService {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly changes: PublicationChangesService,
    private readonly presenter: PublicationPresenter,
    private readonly writes: AcceptedWritesService,
    private readonly releases: ReleaseRequestsService,
    private readonly waits: ReleaseWaitsService,
    private readonly config: Config,
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
    return row && withContent(this.presenter.summary(row), row.content);
  }

  /** @throws Problem `path_conflict`, and those of `AcceptedWritesService.accept` */
  create(
    actor: Writer,
    input: CreatePublicationDto,
    idempotencyKey: string,
  ): Promise<WriteOutcome> {
    const document = newDocument(input, actor.accountName);
    const payload = createPayload(document, actor.accountName);
    const publicationId = newId();
    return this.accept(
      actor,
      { operation: 'create', publicationId, version: 1, payload, idempotencyKey },
      {
        atOnce: createAtOnce(document, this.config.publicBaseUrl),
        inSteps: (tx) => this.changes.create(tx, publicationId, actor.accountId, document),
      },
    );
  }

  /**
   * @throws Problem `not_found`, `immutable_field`, `validation_failed`, `version_conflict`, and
   *   those of `AcceptedWritesService.accept`
   */
  update(
    actor: Writer,
    id: string,
    input: UpdatePublicationDto,
    idempotencyKey: string,
  ): Promise<WriteOutcome> {
    const publicationId = target(id);
    const version = storable(input.expectedVersion + 1);
    const payload = updatePayload(input);
    return this.accept(
      actor,
      { operation: 'update', publicationId, version, payload, idempotencyKey },
      {
        atOnce: updateAtOnce(input, this.config.publicBaseUrl),
        inSteps: (tx) => this.changes.update(tx, publicationId, actor.accountId, input),
      },
    );
  }

  /**
   * Names the revision that shall be public; with `wait`, answers when it is, or failed.
   * @throws Problem `not_found`, `version_conflict`, `publish_in_progress`, `already_published`,
   *   `sources_required`, and those of `AcceptedWritesService.accept`
   */
  async publish(
    actor: Writer,
    id: string,
    { expectedVersion }: PublishPublicationDto,
    idempotencyKey: string,
    wait?: Wait,
  ): Promise<WriteOutcome> {
    const { publishMinSources, publicBaseUrl } = this.config;
    const publicationId = target(id);
    const version = storable(expectedVersion);
    const outcome = await this.accept(
      actor,
      {
        operation: 'publish',
        publicationId,
        version,
        payload: { expectedVersion },
        idempotencyKey,
      },
      {
        atOnce: publishAtOnce(expectedVersion, publishMinSources, publicBaseUrl),
        inSteps: (tx) => this.changes.publish(tx, publicationId, actor.accountId, expectedVersion),
      },
    );
    if (!outcome.replayed) this.releases.announce();
    return wait
      ? { ...outcome, publication: await this.read(actor, publicationId, wait) }
      : outcome;
  }

  private async accept(
    actor: Writer,
    write: Write,
    change: Change<CommittedPublication>,
  ): Promise<WriteOutcome> {
    const accepted = await this.writes.accept(actor, write, change);
    const { replayed, quota } = accepted;
    return { publication: await this.complete(accepted), replayed, quota };
  }

  /** A replayed answer lacks its content; the revision it speaks of holds it, unchanged. */
  private async complete({
    answer,
    content,
  }: Accepted<CommittedPublication>): Promise<PublicationDto> {
    return withContent(
      this.presenter.summary(answer, answer.publicBaseUrl),
      content ?? (await this.repository.contentOf(answer.id, answer.version)),
    );
  }

  private async find(
    { accountId }: Pick<Writer, 'accountId'>,
    id: string,
  ): Promise<PublicationDto> {
    const known = readId(id);
    const row = known && (await this.repository.find(known, accountId));
    if (!row) throw publicationNotFound();
    return withContent(this.presenter.summary(row), row.content);
  }
}

/** A malformed id is the id of nothing: it is refused where an unknown one is, in the same order. */
const target = (id: string): string => readId(id) ?? NO_ID;

/** Nothing is left to wait for, or a failure stands. */
const isSettled = ({ state, indexStatus, publishError }: PublicationDto): boolean =>
  publishError !== null || (state !== 'publishing' && indexStatus !== 'pending');
