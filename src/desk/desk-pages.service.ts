import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { inTime } from '../platform/concurrency/in-time.js';
import { Config } from '../platform/config/config.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Problem } from '../platform/problems/problem.js';
import type { Answer } from '../platform/http/deliver.js';
import {
  type ComparisonWish,
  PreviewedRevisions,
} from '../previews/previewed-revisions.service.js';
import type { MadeComparison } from '../previews/preview-tasks.js';
import { NotesService } from '../notes/notes.service.js';
import type { PublicationViewDto } from '../publications/dto/publication-view.dto.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import type { RevisionHistoryDto } from '../publications/dto/revision-history.dto.js';
import type { WaitingRow } from '../reviews/decision-rows.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { confidentialPage } from '../site/answers.js';
import { filled } from '../site/html/frame.js';
import { type Html, html } from '../site/html/html.js';
import { visibleText } from '../site/html/visible-text.js';
import { hrefOf } from '../documents/page-path.js';
import { type DeskText, readFilter } from './desk-layout.js';
import type { SignedIn } from './desk-request.js';
import { differenceHref, documentPage, versionPage } from './document.page.js';
import { queuePage, type Waiting } from './queue.page.js';

/** Maximum number of revisions on one page of the queue. */
const PAGE = 20;
/** Time limit, in ms, for the comparisons of a document. Without them it cannot be released. */
const EXPENSIVE_MS = 8_000;
/** Time limit, in ms, for the comparisons of the queue, which are a help. */
const QUEUE_MS = 3_000;

type Compared = Pick<
  ComparisonWish,
  'publicationId' | 'revision' | 'from' | 'publishedVersion' | 'locale'
>;

/** The pages of the desk that a signed-in person reads (contract 13). */
@Injectable()
export class DeskPagesService {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly notes: NotesService,
    private readonly views: PublicationViewsService,
    private readonly previews: PreviewedRevisions,
    private readonly config: Config,
  ) {}

  async queue(request: SignedIn): Promise<Answer> {
    const { session, query, text } = request;
    const { accountId } = session;
    const asked = query['page'];
    const page = typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
    const filter = readFilter((name) => query[name]);
    const [found, groups, lately, outcome] = await Promise.all([
      this.reviews.waiting(accountId, filter, PAGE + 1, (page - 1) * PAGE),
      this.reviews.waitingGroups(accountId),
      this.reviews.decidedLately(accountId),
      this.outcome(request),
    ]);
    const waiting = await this.summarised(accountId, found.slice(0, PAGE), text);
    const hasMore = found.length > PAGE;
    const queue = { page, filter, waiting, groups, hasMore, lately, outcome };
    return confidentialPage(200, queuePage(this.config.siteName, session, queue, text));
  }

  /** Shows a document. @throws Problem `not_found` */
  async document(request: SignedIn, id: string): Promise<Answer> {
    const { session, actor, query, text } = request;
    const { siteName, imageOrigins } = this.config;
    const { accountId } = session;
    const filter = readFilter((name) => query[name]);
    const publication = await this.views.read(actor, id, { view: 'history' });
    const { id: publicationId, version: revision, publishedVersion, locale, history } = publication;
    const of = { publicationId, revision, publishedVersion, locale };
    // A version that is public is compared with the one before it, so that the page says what was released.
    const from = publishedVersion === revision ? olderOf(history!, revision) : publishedVersion;
    const before = returnedBefore(history!, publishedVersion);
    const [changes, since, next, outcome, noted, closed] = await Promise.all([
      this.compared(accountId, { ...of, from }, text, '', `/desk/${publicationId}`),
      before &&
        this.compared(
          accountId,
          { ...of, from: before.version },
          text,
          differenceHref(publicationId, revision, before.version),
        ),
      this.reviews.next(accountId, filter, publicationId),
      corrected(request, revision) ?? this.outcome(request),
      this.views.read(actor, publicationId, { view: 'notes' }),
      this.notes.closed(publicationId),
    ]);
    const unclosed = noted.notes ?? [];
    const titles = await this.sectionTitles(actor, publicationId, [...unclosed, ...closed]);
    const notes = { unclosed, closed, titles };
    const keys = { release: randomUUID(), sendBack: randomUUID() };
    const returned = before && { revision: before, changes: since };
    const document = { publication, changes, returned, next, keys, filter, outcome, notes };
    return confidentialPage(200, documentPage(siteName, session, document, text), imageOrigins);
  }

  /** Reads the titles of the sections of the working revision, by their ids; empty if no note is about a section. */
  private async sectionTitles(
    actor: SignedIn['actor'],
    id: string,
    notes: readonly { readonly section: string | null }[],
  ): Promise<ReadonlyMap<string, string>> {
    if (notes.every(({ section }) => section === null)) return new Map();
    const { outline = [] } = await this.views.read(actor, id, { view: 'outline' });
    return new Map(outline.map((section) => [section.id, section.title]));
  }

  /** Shows what a version changed, since the version before it or `since`. @throws Problem `not_found` */
  async version(request: SignedIn, id: string, asked: string): Promise<Answer> {
    const { session, actor, query, text } = request;
    const { siteName, imageOrigins } = this.config;
    const version = versionOf(asked);
    const reads = { view: 'history', revision: version } as const;
    const publication = await this.views.read(actor, id, reads);
    if (publication.erased) throw routeNotFound();
    const { id: publicationId, publishedVersion, locale, history = [] } = publication;
    const from =
      query['since'] === undefined ? olderOf(history, version) : versionOf(query['since']);
    const older = history.find((one) => one.version === from);
    if (from !== null && (!older || older.erased || from >= version)) throw routeNotFound();
    const of = { publicationId, revision: version, from, publishedVersion, locale };
    const changes = await this.compared(session.accountId, of, text);
    const page = versionPage(siteName, session, { publication, version, changes }, text);
    return confidentialPage(200, page, imageOrigins);
  }

  /** Compares two revisions; `null` if this takes too long. */
  private compared(
    accountId: string,
    of: Compared,
    { language }: DeskText,
    page = '',
    deskHref: string | null = null,
  ): Promise<MadeComparison | null> {
    const picturesBase = `/desk/${of.publicationId}/pictures/`;
    const wish = { ...of, accountId, language, page, picturesBase, deskHref };
    return inTime(this.previews.comparison(wish), EXPENSIVE_MS);
  }

  /**
   * Compares the revisions of the queue, one after another. If all were compared in parallel, one request for the queue
   * could occupy many threads. After `QUEUE_MS`, the others have no summary.
   */
  private async summarised(
    accountId: string,
    rows: readonly WaitingRow[],
    text: DeskText,
  ): Promise<Waiting[]> {
    const end = performance.now() + QUEUE_MS;
    const waiting: Waiting[] = [];
    for (const row of rows) {
      const { id: publicationId, version: revision, publishedVersion, locale } = row;
      const of = { publicationId, revision, from: publishedVersion, publishedVersion, locale };
      const left = end - performance.now();
      const made =
        left > 0 ? await this.unlessGone(inTime(this.compared(accountId, of, text), left)) : null;
      waiting.push({ ...row, summary: made?.summary ?? null });
    }
    return waiting;
  }

  /** A revision of the queue can be erased before it is compared. */
  private async unlessGone(work: Promise<MadeComparison | null>): Promise<MadeComparison | null> {
    return work.catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    });
  }

  /** Says what the decision brought about that led to this page; `undefined` if none did. */
  private async outcome({ actor, query, text: { words } }: SignedIn): Promise<Html | undefined> {
    const id = query['after'];
    if (typeof id !== 'string') return undefined;
    const found = await this.views.read(actor, id, { view: 'summary' }).catch(() => undefined);
    if (!found || found.erased) return undefined;
    const { title, locale, version, publishedVersion } = found;
    const link = html`<a href="/desk/${found.id}" lang="${locale}" dir="auto"
      >${visibleText(title)}</a
    >`;
    const sentence = broughtAbout(found, link, words);
    const isLast = query['last'] !== undefined && publishedVersion === version;
    const page =
      publishedVersion === version && html` <a href="${hrefOf(found)}">${words.publicPage}</a>`;
    return html`<p class="outcome" role="status">
      ${sentence}${isLast && html` ${words.lastNeeded}`}${page}
    </p>`;
  }
}

/** Says that a correction was saved a moment ago; `undefined` if none was. */
function corrected({ query, text: { words } }: SignedIn, version: number): Html | undefined {
  if (query['corrected'] !== String(version)) return undefined;
  return html`<p class="outcome" role="status">${filled(words.justCorrected, { version })}</p>`;
}

/** Says what a decision has brought about: a release that failed at once, or an approval that others follow, too. */
function broughtAbout(
  found: Pick<PublicationViewDto, 'version' | 'state' | 'returned' | 'publishError'>,
  title: Html,
  words: DeskText['words'],
): Html {
  const { version, state, returned, publishError } = found;
  if (returned !== null) return filled(words.justReturned, { title, version });
  if (state === 'published') return filled(words.justReleased, { title, version });
  if (state === 'publishing') return filled(words.justReleasing, { title, version });
  if (publishError === null) return html`${title}: ${words.youApproved}`;
  const message = html`<span lang="en" dir="ltr">${publishError.message}</span>`;
  return html`${title}: ${filled(words.releaseFailed, { version, message })}`;
}

/** @throws Problem `not_found` */
function versionOf(asked: unknown): number {
  if (typeof asked === 'string' && /^[1-9]\d{0,8}$/.test(asked)) return Number(asked);
  throw routeNotFound();
}

/** Returns the newest version before `version` that still has its text; `null` if there is none. */
const olderOf = (history: readonly RevisionHistoryDto[], version: number): number | null =>
  history.find((one) => one.version < version && !one.erased)?.version ?? null;

/** Returns the newest revision that was sent back after the public one, if the working revision is not that one. */
const returnedBefore = (
  history: readonly RevisionHistoryDto[],
  publishedVersion: number | null,
): RevisionHistoryDto | null =>
  history
    .slice(1)
    .find(
      ({ version, returned, erased }) =>
        returned !== null && !erased && version > (publishedVersion ?? 0),
    ) ?? null;
