import { Injectable } from '@nestjs/common';
import type { Reader } from '../keys/actor.js';
import {
  COMPARED_FIELDS,
  createPayload,
  newDocument,
  revisionChange,
  updatePayload,
} from '../documents/revision.js';
import { Problem } from '../platform/problems/problem.js';
import { newId, NO_ID, readId } from '../platform/ids/ids.js';
import { ReleaseSignals } from '../releases/release-signals.js';
import { ReleaseWaitsService } from '../releases/release-waits.service.js';
import { type Accepted, AcceptedWritesService } from '../writes/accepted-writes.service.js';
import { UploadAddresses } from '../pictures/upload-addresses.service.js';
import {
  type Confirmation,
  type Declined,
  mayRead,
  type PublishWrite,
  type UpdateWrite,
  type Write,
  type Writer,
} from '../writes/write.js';
import { NotLookedAt, pathConflict } from '../writes/writes.errors.js';
import { LOOKED_AT, WarningsService } from '../warnings/warnings.service.js';
import type {
  CreatePublicationDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './dto/write-bodies.dto.js';
import type {
  PublicationDto,
  PublicationSummaryDto,
  WrittenPublicationDto,
} from './dto/publication.dto.js';
import { ContentsService } from './contents.service.js';
import { EditedContents } from './edited-contents.service.js';
import { PublicationPresenter } from './publication.presenter.js';
import { etagOf, namesTag } from './etag.js';
import { PublicationsRepository } from './publications.repository.js';
import { RevisionChecks } from './revision-checks.service.js';

/**
 * Maximum wait of a request for the end of a release and its indexing; with `until=decided`, also for a decision
 * (contract 4).
 */
export interface Wait {
  readonly seconds: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The result of an accepted write, for both interfaces. */
export interface WriteOutcome {
  readonly publication: WrittenPublicationDto;
  /** The fields that the write changed: all for a create, none for a publish. */
  readonly changedFields: readonly string[];
  readonly replayed: boolean;
  readonly quota: Accepted['quota'];
  /** The longest wait that the answer was given, in seconds; absent if it did not wait. */
  readonly waitSeconds?: number;
}

/** Creates, reads, updates and publishes publications, for both interfaces (contract 4, 5). */
@Injectable()
export class PublicationsService {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly presenter: PublicationPresenter,
    private readonly writes: AcceptedWritesService,
    private readonly contents: ContentsService,
    private readonly edited: EditedContents,
    private readonly signals: ReleaseSignals,
    private readonly waits: ReleaseWaitsService,
    private readonly uploads: UploadAddresses,
    private readonly warnings: WarningsService,
    private readonly checks: RevisionChecks,
  ) {}

  /** Reads a publication; with `wait`, first waits until its release is settled. @throws Problem `not_found` */
  async read(actor: Reader, id: string, wait?: Wait): Promise<PublicationDto> {
    const publication = await this.find(actor, id);
    if (!wait || isSettled(publication)) return publication;
    return this.settled(actor, publication.id, wait);
  }

  /**
   * Finds the account's publication at an address; `undefined`: the address is free.
   * @throws Problem `path_conflict` if the address belongs to another account, or to an erased publication
   */
  async at(
    { accountId }: Pick<Writer, 'accountId'>,
    locale: string,
    slug: string,
  ): Promise<PublicationDto | undefined> {
    const row = await this.repository.findAt(locale, slug, accountId);
    const isTaken = row ? !row.isOwn : await this.repository.isTaken(locale, slug);
    if (isTaken) throw pathConflict();
    return row && this.presenter.whole(row);
  }

  /** With `wait`, waits for the warnings. @throws Problem `path_conflict`, and those of `AcceptedWritesService.accept` */
  async create(
    writer: Writer,
    input: CreatePublicationDto,
    idempotencyKey: string,
    wait?: Wait,
  ): Promise<WriteOutcome> {
    const begun = performance.now();
    const document = newDocument(input, writer.accountName);
    const payload = createPayload(document, writer.accountName);
    const publicationId = newId();
    const pictures = await this.contents.picturesIn(document.content, writer.accountId);
    const write = { operation: 'create', publicationId, document, pictures, payload } as const;
    const outcome = await this.accept(writer, { ...write, idempotencyKey }, begun);
    return this.withWarnings(writer, outcome, wait);
  }

  /**
   * With `wait`, waits for the warnings.
   * @param ifMatch the header field `If-Match`
   * @throws Problem `not_found`, `immutable_field`, `validation_failed`,
   *   `precondition_failed`, `version_conflict`, `edit_failed`, and those of `AcceptedWritesService.accept`
   */
  async update(
    writer: Writer,
    id: string,
    input: UpdatePublicationDto,
    idempotencyKey: string,
    wait?: Wait,
    ifMatch?: string,
  ): Promise<WriteOutcome> {
    const { expectedVersion, locale, slug, restoreVersion = null, answeredNotes = [] } = input;
    const begun = performance.now();
    const publicationId = target(id);
    const edited = input.edits && (await this.edited.of(writer, publicationId, input));
    const change = { ...revisionChange(input), ...edited?.change };
    const pictures =
      edited?.pictures ??
      (change.content === undefined
        ? null
        : await this.contents.picturesIn(change.content, writer.accountId));
    const write: UpdateWrite = {
      operation: 'update',
      publicationId,
      expectedVersion,
      address: { locale, slug },
      change,
      pictures,
      restoreVersion,
      answeredNotes,
      deferredProblem: edited?.deferredProblem ?? null,
      payload: updatePayload(input),
      idempotencyKey,
      ...preconditionOf(await this.named(writer, publicationId, ifMatch)),
    };
    return this.withWarnings(writer, await this.accept(writer, write, begun), wait);
  }

  /**
   * Publishes a revision; with `wait`, answers when the release is settled or the wait ends. The payload omits the
   * answer of the person, so a repeated publish is a replay whatever a person answers to it.
   * @param ifMatch the header field `If-Match`
   * @throws Problem `not_found`, `precondition_failed`, `version_conflict`, `publish_in_progress`, `already_published`,
   *   `picture_missing`, `sources_required`, `checks_failed`, `approval_required`, and those of `AcceptedWritesService.accept`
   */
  async publish(
    writer: Writer,
    id: string,
    { expectedVersion, approvedBy }: PublishPublicationDto,
    idempotencyKey: string,
    wait?: Wait,
    answer?: Confirmation | Declined,
    ifMatch?: string,
  ): Promise<WriteOutcome> {
    const publicationId = target(id);
    const confirmed = answer && 'by' in answer ? answer : undefined;
    const named = await this.named(writer, publicationId, ifMatch);
    const write: PublishWrite = {
      operation: 'publish',
      publicationId,
      expectedVersion,
      approvedBy: confirmed?.by ?? approvedBy ?? null,
      approvedVia: confirmed?.via ?? (approvedBy === undefined ? null : 'key'),
      // An import never releases what a person sent back, not even at the same moment (contract 10).
      unlessReturned:
        confirmed?.unlessReturned ?? (named?.state === 'review' || writer.channel === 'operator'),
      knownWithdrawal: named ? (named.withdrawn?.at ?? null) : confirmed?.knownWithdrawal,
      checksProblem: new NotLookedAt(),
      despite: null,
      deferredProblem: answer && 'declined' in answer ? answer.declined : null,
      payload: { expectedVersion, ...(approvedBy !== undefined && { approvedBy }) },
      idempotencyKey,
      ...preconditionOf(named),
    };
    const outcome = await this.accept(writer, write).catch(async (error: unknown) => {
      if (!(error instanceof NotLookedAt)) throw error;
      const checked = await this.checks.of(writer, write, confirmed?.isDespite);
      return this.accept(writer, { ...write, ...checked });
    });
    // Wakes the worker, if one runs in this process, so that the release does not wait for the next poll.
    if (!outcome.replayed) this.signals.emit('requested', publicationId);
    if (!wait) return outcome;
    const publication = await (outcome.replayed
      ? this.read(writer, publicationId, wait)
      : this.settled(writer, publicationId, wait));
    return { ...outcome, publication, waitSeconds: wait.seconds };
  }

  /**
   * Reads the publication if `If-Match` contains the tag of its current state; `null` if it does not, `undefined`
   * without `If-Match`. Does not detect a release that ends between this read and the write.
   */
  private async named(
    { accountId }: Writer,
    id: string,
    ifMatch: string | undefined,
  ): Promise<PublicationDto | null | undefined> {
    if (ifMatch === undefined) return undefined;
    // If the publication does not exist, `accept` still answers a replay, but refuses any other write.
    const row = await this.repository.find(id, accountId, true).catch(onlyNotFound);
    const publication = row && this.presenter.whole(row);
    return publication && namesTag(ifMatch, etagOf(JSON.stringify(publication)))
      ? publication
      : null;
  }

  private async accept(writer: Writer, write: Write, begun?: number): Promise<WriteOutcome> {
    const { answer, content, replayed, quota } = await this.writes.accept(writer, write, begun);
    if (!replayed && write.operation !== 'publish') {
      const { publicationId } = write;
      this.signals.emit('written', { publicationId, accountId: writer.accountId });
    }
    const publication = this.presenter.whole(
      { ...answer, returned: null, approvals: [], content },
      answer.publicBaseUrl,
    );
    const missing = answer.missingPictures ?? [];
    const { changedFields = write.operation === 'create' ? COMPARED_FIELDS : [] } = answer;
    if (missing.length === 0) return { publication, changedFields, replayed, quota };
    const { updatedAt, publicBaseUrl } = answer;
    const { accountId } = writer;
    const missingPictures = await this.uploads.of(accountId, missing, updatedAt, publicBaseUrl);
    Object.assign(publication, { missingPictures });
    return { publication, changedFields, replayed, quota };
  }

  private async withWarnings(writer: Writer, outcome: WriteOutcome, wait: Wait | undefined) {
    const { publication, replayed } = outcome;
    // A key without `read` gets none, because excerpts can have text that it did not send.
    const waited = replayed || !mayRead(writer) ? undefined : wait;
    const { id, version } = publication;
    const read = () => this.warnings.of(writer.accountId, id, version);
    const warnings =
      waited === undefined
        ? null
        : await this.waits.until(writer, id, waited, read, (found) => found !== null, LOOKED_AT);
    return {
      ...outcome,
      publication: Object.assign({}, publication, { warnings }),
      ...(waited && { waitSeconds: waited.seconds }),
    };
  }

  /** Waits until the release is settled or the wait ends, then reads the publication. */
  private settled(actor: Reader, id: string, wait: Wait): Promise<PublicationDto> {
    return this.waits.until(actor, id, wait, () => this.find(actor, id), isSettled);
  }

  private async find(
    { accountId }: Pick<Writer, 'accountId'>,
    id: string,
  ): Promise<PublicationDto> {
    return this.presenter.whole(await this.repository.find(id, accountId, true));
  }
}

const preconditionOf = (named: PublicationDto | null | undefined): Pick<Write, 'precondition'> =>
  named === undefined ? {} : { precondition: named === null ? 'failed' : 'met' };

/** Turns Problem `not_found` into `undefined`. @throws every other error */
function onlyNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined;
  throw error;
}

/** Replaces a malformed id by an id that no publication has, so that the write is refused as for an unknown id. */
const target = (id: string): string => readId(id) ?? NO_ID;

/** Whether the publication is settled and its working revision does not wait for review (contract 4, `until`). */
export const isDecided = (publication: PublicationSummaryDto): boolean =>
  publication.state !== 'review' && isSettled(publication);

/** Whether neither a release nor an indexing is in progress, or one of the two has failed permanently. */
export const isSettled = ({ state, indexStatus, publishError }: PublicationSummaryDto): boolean =>
  publishError !== null || (state !== 'publishing' && indexStatus !== 'pending');
