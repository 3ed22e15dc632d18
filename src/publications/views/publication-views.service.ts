import { Injectable } from '@nestjs/common';
import type { RevisionRow } from '../../documents/publication-row.js';
import type { ReadRow } from '../publications.repository.js';
import { clampToInt4 } from '../../platform/ids/ids.js';
import { PreviewAddresses } from '../../previews/preview-addresses.service.js';
import { ReleaseWaitsService, SETTLED_RELEASES } from '../../releases/release-waits.service.js';
import type { Reader } from '../../keys/actor.js';
import { ContentViews } from './content-views.service.js';
import type { ReadPublicationDto } from '../dto/read-publication.dto.js';
import {
  boundedChanges,
  boundedSources,
  type BoundedView,
  type ContentBounds,
  fitting,
  type PublicationView,
} from './bounded.js';
import type { PublicationChangesDto } from '../dto/publication-view.dto.js';
import type { ErasedDto } from '../dto/revision-history.dto.js';
import { PublicationPresenter } from '../publication.presenter.js';
import { revisionErased } from '../publications.errors.js';
import { PublicationsRepository } from '../publications.repository.js';
import { DECIDED_PUBLICATIONS } from '../publications.statements.js';
import { isDecided, isSettled, type Wait } from '../publications.service.js';
import { RevisionChanges } from './revision-changes.service.js';
import { WarningsService } from '../../warnings/warnings.service.js';
import { NotedPassages } from './noted-passages.service.js';
import { RevisionReadings } from './revision-readings.service.js';

type Standing = Pick<ReadRow, 'id' | 'version' | 'publishedVersion'>;

/** Reads a whole publication, or a part of one of its revisions (contract 4, "Reading a part"). */
@Injectable()
export class PublicationViewsService {
  constructor(
    private readonly repository: PublicationsRepository,
    private readonly revisions: RevisionReadings,
    private readonly changes: RevisionChanges,
    private readonly presenter: PublicationPresenter,
    private readonly parts: ContentViews,
    private readonly previews: PreviewAddresses,
    private readonly noted: NotedPassages,
    private readonly waits: ReleaseWaitsService,
    private readonly warnings: WarningsService,
  ) {}

  /**
   * Reads the part that `query` selects; with `wait`, first waits for the release.
   * @param bounds limits of the answer; they do not limit content and sources if `query` has a `length`
   * @throws Problem `not_found`, `invalid_request` for an unknown section, `unavailable`
   */
  async read(
    reader: Reader,
    id: string,
    query: ReadPublicationDto,
    wait?: Wait,
    bounds?: ContentBounds,
  ): Promise<BoundedView> {
    const { accountId } = reader;
    const find = () => this.find(accountId, id, query);
    const [isOver, statement] =
      query.until === 'decided' ? [isDecided, DECIDED_PUBLICATIONS] : [isSettled, SETTLED_RELEASES];
    const hasSettled = (row: ReadRow) => isOver(this.presenter.summary(row));
    const row = await find();
    const shown =
      !wait || hasSettled(row)
        ? row
        : await this.waits.until(reader, row.id, wait, find, hasSettled, statement);
    const { version } = shown;
    const { revision = version } = query;
    if (revision !== version) return this.view(accountId, shown, query, bounds);
    const [view, warnings] = await Promise.all([
      this.view(accountId, shown, query, bounds),
      this.warningsOf(accountId, shown),
    ]);
    return { ...view, warnings };
  }

  /** Reads the warnings about the working revision; `null`: it is not looked at yet. */
  private warningsOf(accountId: string, { id, version, isWarned }: ReadRow) {
    if (isWarned) return this.warnings.of(accountId, id, version);
    return isWarned === null ? null : [];
  }

  private async view(
    accountId: string,
    row: ReadRow,
    query: ReadPublicationDto,
    bounds: ContentBounds | undefined,
  ): Promise<BoundedView> {
    const { view = 'full', revision } = query;
    const version = revision === undefined ? row.version : clampToInt4(revision);
    const shown =
      revision === undefined
        ? row
        : await this.revisions.find(accountId, row.id, version, needsContent(query));
    if ('erased' in shown) return this.erased(accountId, row, version, shown, query, bounds);
    const whole: PublicationView = this.presenter.summary(row, shown);
    const sources =
      bounds && query.length === undefined && boundedSources(whole.sources, bounds.sourcesBytes);
    const { openNotes } = row;
    const summary = {
      ...whole,
      ...(view !== 'full' && { openNotes }),
      ...sources,
      ...(revision !== undefined && { revision }),
    };
    const turn = { account: accountId };
    if (query.find !== undefined)
      return { ...summary, find: await this.parts.places(turn, shown.content!, query, bounds) };
    if (view === 'full') {
      const { content, ...part } = await this.parts.part(turn, shown.content!, query, bounds);
      return { ...inPlace(summary, content), ...part };
    }
    if (view === 'outline') {
      const outline = await this.parts.outline(turn, shown.content!, {
        levels: query.levels,
        maxBytes: bounds?.contentBytes,
      });
      return { ...summary, ...outline };
    }
    if (view === 'changes') {
      const changes = await this.changes.of(accountId, row, shown, query.since);
      return {
        ...summary,
        ...(bounds ? boundedChanges(changes, bounds.contentBytes) : { changes }),
      };
    }
    if (view === 'history')
      return { ...summary, ...(await this.history(accountId, row.id, version, bounds)) };
    if (view === 'notes')
      return { ...summary, ...(await this.notes(accountId, row.id, shown, bounds)) };
    if (view === 'preview')
      return { ...summary, preview: await this.previews.addressOf(accountId, row.id, version) };
    return summary;
  }

  /**
   * Compares a revision with what readers see: with the public revision, or with nothing.
   * @throws Problem `not_found`
   */
  async forReaders(
    { accountId }: Reader,
    id: string,
    revision: number,
  ): Promise<PublicationChangesDto> {
    const row = await this.repository.find(id, accountId, false);
    const shown = await this.revisions.read(accountId, row.id, clampToInt4(revision), true);
    return this.changes.between(accountId, row.id, row.publishedVersion, shown);
  }

  /**
   * Whether the working revision is newer than the public one, but differs at most in `intent` and `changeNote`. A
   * change note is never among the changed fields.
   */
  async isAsPublic(
    { accountId }: Reader,
    { id, version, publishedVersion }: Standing,
  ): Promise<boolean> {
    if (publishedVersion === null || publishedVersion === version) return false;
    const fields = await this.repository.changedFields(accountId, id, publishedVersion, version);
    return fields.every((name) => name === 'intent');
  }

  /**
   * Makes the answer for an erased revision: the members about the publication, and `erased`.
   * @throws Problem `not_found` for the views `changes`, `preview` and `notes`
   */
  private async erased(
    accountId: string,
    row: ReadRow,
    revision: number,
    { erased }: { readonly erased: ErasedDto },
    { view }: ReadPublicationDto,
    bounds: ContentBounds | undefined,
  ): Promise<BoundedView> {
    if (view === 'changes' || view === 'preview' || view === 'notes')
      throw revisionErased(revision);
    return {
      ...(this.presenter.standing(row) as PublicationView),
      revision,
      ...(view !== undefined && view !== 'full' && { openNotes: row.openNotes }),
      erased,
      ...(view === 'history' && (await this.history(accountId, row.id, revision, bounds))),
    };
  }

  private async history(
    accountId: string,
    id: string,
    version: number,
    bounds: ContentBounds | undefined,
  ): Promise<Pick<PublicationView, 'history'>> {
    const history = await this.revisions.history(accountId, id, version);
    return { history: bounds ? fitting(history, bounds.contentBytes) : history };
  }

  /** Returns the notes that are not closed; with bounds, as many as fit. */
  private async notes(
    accountId: string,
    id: string,
    shown: RevisionRow,
    bounds: ContentBounds | undefined,
  ): Promise<Pick<BoundedView, 'notes' | 'noteCount'>> {
    const notes = await this.noted.of(accountId, id, shown);
    const fit = bounds ? fitting(notes, bounds.contentBytes) : notes;
    return { notes: fit, ...(fit.length < notes.length && { noteCount: notes.length }) };
  }

  /** Reads the publication, with the content only if the query needs the content of the working revision. */
  private find(accountId: string, id: string, query: ReadPublicationDto): Promise<ReadRow> {
    const withContent = query.revision === undefined && needsContent(query);
    return this.repository.find(id, accountId, withContent);
  }
}

const NEED_CONTENT: ReadonlySet<string> = new Set(['full', 'outline', 'changes', 'notes']);

const needsContent = ({ view = 'full', find }: ReadPublicationDto): boolean =>
  find !== undefined || NEED_CONTENT.has(view);

/** Inserts the content after the title, as in a whole publication. */
function inPlace(summary: PublicationView, content: string): PublicationView {
  const { id, locale, slug, title, ...rest } = summary;
  return { id, locale, slug, title, content, ...rest };
}
