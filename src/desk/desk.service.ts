import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Actor, actorOf } from '../keys/actor.js';
import { Authentication } from '../keys/authentication.service.js';
import { inTime } from '../platform/concurrency/in-time.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import { readId } from '../platform/ids/ids.js';
import { integerRule, textRule } from '../platform/validation/rule.js';
import { PictureFiles, type PictureToSend } from '../pictures/picture-files.service.js';
import { PreviewedRevisions } from '../previews/previewed-revisions.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import type { WaitingRow } from '../reviews/decision-rows.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import type { Answer } from '../platform/http/deliver.js';
import { confidentialPage } from '../site/answers.js';
import { idempotencyKey } from '../writes/idempotency-key.js';
import { type DeskRequest, sessionCookie, sessionToken } from './desk-request.js';
import { DeskSessionsService } from './desk-sessions.service.js';
import { malformedForm, movedOn, noteInvalid, suspended } from './desk.errors.js';
import { documentPage, withdrawnSince } from './document.page.js';
import { queuePage, type Waiting } from './queue.page.js';
import { signInPage } from './sign-in.page.js';

/** Maximum number of revisions on one page of the queue. */
const PAGE = 20;
/** Time limit, in ms, for one diff, one line count or one rendered article. */
const EXPENSIVE_MS = 3_000;
/**
 * Maximum time, in seconds, for which the answer to the release form waits for the end of the release. Most releases
 * end within this time, so the page to which the answer redirects can show the outcome.
 */
const RELEASE_WAIT_SECONDS = 5;

const noteRule = textRule({ min: 1, max: 2_000, visible: true });
const versionRule = integerRule(1);

type Lines = Waiting['lines'];

/** The pages and forms of the desk (contract 13). */
@Injectable()
export class DeskService {
  /** Counts of changed lines. A count depends only on its key: publication, version and public version. */
  private readonly lines = new LRUCache<string, NonNullable<Lines>>({ max: 10_000 });

  constructor(
    private readonly authentication: Authentication,
    private readonly sessions: DeskSessionsService,
    private readonly reviews: ReviewsService,
    private readonly publications: PublicationsService,
    private readonly views: PublicationViewsService,
    private readonly previews: PreviewedRevisions,
    private readonly files: PictureFiles,
    private readonly config: Config,
  ) {}

  /** Shows the queue, or the sign-in form if there is no session. */
  async queue({ session, hadSession, query, requestId }: DeskRequest): Promise<Answer> {
    if (!session) return this.askWho(200, '', hadSession);
    const { page: asked } = query;
    const page = typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1;
    const { accountId } = session;
    const [found, lately] = await Promise.all([
      this.reviews.waiting(accountId, PAGE + 1, (page - 1) * PAGE),
      this.reviews.decidedLately(accountId),
    ]);
    const actor = actorOf({ ...session, suspended: false }, 'desk', requestId);
    const waiting = await this.counted(actor, found.slice(0, PAGE));
    const queue = { page, waiting, hasMore: found.length > PAGE, lately };
    return confidentialPage(200, queuePage(this.config.siteName, session, queue));
  }

  /** Shows a document, or the sign-in form if there is no session. @throws Problem `not_found` */
  async document({ session, hadSession, requestId }: DeskRequest, id: string): Promise<Answer> {
    if (!session) return this.askWho(200, id, hadSession);
    const { siteName, imageOrigins } = this.config;
    const actor = actorOf({ ...session, suspended: false }, 'desk', requestId);
    const publication = await this.views.read(actor, id, { view: 'history' });
    const { accountId } = session;
    const { id: publicationId, version: revision, publishedVersion, locale } = publication;
    const of = { accountId, publicationId, revision, publishedVersion, locale };
    const [changes, look, waiting] = await Promise.all([
      inTime(this.previews.changes(of), EXPENSIVE_MS),
      inTime(this.previews.article(of, `${hrefOf(publicationId)}/pictures/`), EXPENSIVE_MS),
      this.reviews.waiting(accountId, 2, 0),
    ]);
    const next = waiting.find((one) => one.id !== publicationId) ?? null;
    const keys = { release: randomUUID(), sendBack: randomUUID() };
    const page = documentPage(siteName, session, { publication, changes, look, next, keys });
    return confidentialPage(200, page, imageOrigins);
  }

  /** Finds a picture that a revision of the document names; `undefined` if there is no such picture or no session. */
  async picture(
    { session }: DeskRequest,
    id: string,
    name: string,
  ): Promise<PictureToSend | undefined> {
    const publicationId = readId(id);
    if (!session || publicationId === undefined) return undefined;
    return this.files.named({ accountId: session.accountId, publicationId, revision: null }, name);
  }

  /**
   * Begins a session. If the key is refused, shows the sign-in form with a message.
   * @throws DeskError, Problem
   */
  async signIn({ form, ip = '' }: DeskRequest): Promise<Answer> {
    const next = form.get('next') ?? '';
    let person;
    try {
      person = await this.authentication.person((form.get('key') ?? '').trim(), ip);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const sentence = SIGN_IN_REFUSALS[error.code] ?? error.message;
      const answer = this.askWho(PROBLEMS[error.code].status, next, false, sentence);
      const { retryAfter } = error.occasion;
      if (retryAfter === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(retryAfter) } };
    }
    if (person.suspended) throw suspended();
    return this.redirect(hrefOf(next), await this.sessions.begin(person));
  }

  async signOut(request: DeskRequest): Promise<Answer> {
    await this.sessions.end(sessionToken(request, this.config.publicBaseUrl)!);
    return this.redirect('/desk', null);
  }

  /**
   * Publishes the version that the person saw, under the same rules as any publish, or approves it if approvals of others
   * are missing.
   * @throws DeskError, Problem
   */
  async release(request: DeskRequest, id: string): Promise<Answer> {
    const { session, form, requestId } = request;
    const { version, key, href } = decided(form, id);
    const actor = actorOf({ ...session!, suspended: false }, 'desk', requestId);
    const unlessReturned = form.get('state') === 'review';
    const wait = { seconds: RELEASE_WAIT_SECONDS, signal: new AbortController().signal };
    const now = await this.views.read(actor, id, { view: 'history' });
    const withdrawn = withdrawnSince(form, version, now);
    if (withdrawn !== undefined) throw movedOn(href, withdrawn);
    const knownWithdrawal = now.withdrawn?.at ?? null;
    const confirmed = { by: session!.name, via: 'desk', unlessReturned, knownWithdrawal } as const;
    const approval = { ...confirmed, publicationId: now.id, version };
    const input = { expectedVersion: version };
    const publish = () => this.publications.publish(actor, id, input, key, undefined, confirmed);
    try {
      const isReleased = await this.reviews.approve(actor, approval, publish);
      if (!isReleased) return this.redirect(href);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
      throw movedOn(href, await this.whatChanged(actor, id, version));
    }
    // The release is accepted, whatever happens to the session during the wait.
    await this.publications.read(actor, id, wait).catch(() => undefined);
    return this.redirect(href);
  }

  /** Sends back the version that the person saw, with a note. @throws DeskError, Problem */
  async sendBack(request: DeskRequest, id: string): Promise<Answer> {
    const { session, form, requestId } = request;
    const { version, key, href } = decided(form, id);
    const note = (form.get('note') ?? '').replaceAll('\r\n', '\n').trim();
    const fault = noteRule(note);
    if (fault !== undefined) throw noteInvalid(href, fault);
    const actor = actorOf({ ...session!, suspended: false }, 'desk', requestId);
    const now = await this.views.read(actor, id, { view: 'history' });
    const withdrawn = withdrawnSince(form, version, now);
    if (withdrawn !== undefined) throw movedOn(href, withdrawn);
    if (version > now.version) throw movedOn(href, await this.whatChanged(actor, id, version));
    const sent = await this.reviews.sendBack(actor, {
      publicationId: now.id,
      version,
      note,
      by: session!.name,
      idempotencyKey: key,
    });
    if (!sent) throw movedOn(href, await this.whatChanged(actor, id, version));
    return this.redirect(href);
  }

  /** Describes what has happened to a document after the desk showed version `shown` to the person. */
  private async whatChanged(actor: Actor, id: string, shown: number): Promise<string> {
    const now = await this.views.read(actor, id, { view: 'summary' });
    const { version, state, returned, withdrawn } = now;
    if (version === shown) {
      if (returned) return `${returned.by} has sent version ${version} back since you opened it.`;
      return withdrawn
        ? `An operator has withdrawn the document at ${withdrawn.at}.`
        : `Version ${version} is no longer offered for review: its state is ${state}.`;
    }
    const moved = `You were shown version ${shown}; it is at version ${version} now.`;
    if (shown > version) return moved;
    const { erased } = await this.views.read(actor, id, { view: 'summary', revision: shown });
    if (erased) return `${moved} Version ${shown} was erased: ${erased.reason}`;
    const since = this.views.read(actor, id, { view: 'changes', since: shown });
    const seen = await inTime(since, EXPENSIVE_MS);
    if (!seen) return moved;
    const fields = seen.changes!.changedFields.join(', ');
    return `${moved} What differs: ${fields || 'nothing'}.`;
  }

  /**
   * Counts the changed lines, one document after another. If all documents were counted in parallel, one request for
   * the queue could occupy many threads. After `EXPENSIVE_MS`, the queue shows only counts from the cache.
   */
  private async counted(actor: Actor, rows: readonly WaitingRow[]): Promise<Waiting[]> {
    const end = performance.now() + EXPENSIVE_MS;
    const waiting: Waiting[] = [];
    for (const row of rows) {
      const isKnown = this.lines.has(nameOf(row));
      const isCounted = isKnown || performance.now() < end;
      const lines = isCounted ? await inTime(this.linesOf(actor, row), EXPENSIVE_MS) : null;
      waiting.push({ ...row, lines });
    }
    return waiting;
  }

  private async linesOf(actor: Actor, row: WaitingRow): Promise<NonNullable<Lines>> {
    const { id, version } = row;
    const name = nameOf(row);
    const known = this.lines.get(name);
    if (known) return known;
    const { addedLines, removedLines } = await this.views.forReaders(actor, id, version);
    const lines = { added: addedLines, removed: removedLines };
    this.lines.set(name, lines);
    return lines;
  }

  private askWho(
    status: number,
    next: string,
    hadSession: boolean,
    message = hadSession ? 'Your session has ended. Sign in again.' : undefined,
  ): Answer {
    const page = signInPage(this.config.siteName, {
      next: readId(next) ?? '',
      ...(message !== undefined && { message }),
    });
    return confidentialPage(status, page);
  }

  /** Redirects to a page of the desk. `token` becomes the session cookie; `null` removes the cookie. */
  private redirect(href: string, token?: string | null): Answer {
    const { headers } = confidentialPage(303, '');
    const cookie =
      token === undefined ? {} : { 'Set-Cookie': sessionCookie(token, this.config.publicBaseUrl) };
    return {
      status: 303,
      headers: { ...headers, ...cookie, Location: href },
      body: Buffer.alloc(0),
    };
  }
}

/** Messages that the sign-in form shows instead of an error page, by problem code. */
const SIGN_IN_REFUSALS: Partial<Record<Problem['code'], string>> = {
  unauthorized:
    'This key is not valid. Check it, or ask the operator of this service for another one.',
  rate_limited: 'Too many wrong keys came from your address. Wait a minute, then try again.',
};

const hrefOf = (id: string): string => {
  const known = readId(id);
  return known === undefined ? '/desk' : `/desk/${known}`;
};

/** Reads the fields that both decision forms have. @throws DeskError 400 if a field is missing or malformed */
function decided(
  form: URLSearchParams,
  id: string,
): { readonly version: number; readonly key: string; readonly href: string } {
  const version = Number(form.get('version') ?? Number.NaN);
  if (versionRule(version) !== undefined) throw malformedForm();
  try {
    return { version, key: idempotencyKey(form.get('key') ?? undefined), href: hrefOf(id) };
  } catch {
    throw malformedForm();
  }
}

const nameOf = ({ id, version, publishedVersion }: WaitingRow): string =>
  `${id} ${version} ${publishedVersion}`;
