import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import { Authentication } from '../keys/authentication.service.js';
import { inTime } from '../platform/concurrency/in-time.js';
import { Config } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import { readId } from '../platform/ids/ids.js';
import { textRule } from '../platform/validation/rule.js';
import { PictureFiles, type PictureToSend } from '../pictures/picture-files.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import type { Answer } from '../platform/http/deliver.js';
import { confidentialPage } from '../site/answers.js';
import {
  decided,
  type DeskRequest,
  hrefOf,
  seeOther,
  sessionCookie,
  sessionToken,
  signedIn,
  type SignedIn,
  textOf,
} from './desk-request.js';
import { type DeskText, queryOf, readFilter } from './desk-layout.js';
import { type CheckErrors, checksPage, DESPITE } from './checks.page.js';
import { DeskSessionsService, type Session } from './desk-sessions.service.js';
import { movedOn, noteInvalid } from './desk.errors.js';
import { knownWithdrawal, seenInstead } from './decision-bar.js';
import { signInPage } from './sign-in.page.js';

/** Time limit, in ms, for one comparison. */
const EXPENSIVE_MS = 3_000;
/**
 * Maximum time, in seconds, for which the answer to the release form waits for the end of the release. Most releases
 * end within this time, so the page to which the answer redirects can show the outcome.
 */
const RELEASE_WAIT_SECONDS = 5;

const noteRule = textRule({ min: 1, max: 2_000, visible: true });

/** Sign-in and decisions at the desk (contract 13). */
@Injectable()
export class DeskService {
  constructor(
    private readonly authentication: Authentication,
    private readonly sessions: DeskSessionsService,
    private readonly reviews: ReviewsService,
    private readonly publications: PublicationsService,
    private readonly views: PublicationViewsService,
    private readonly files: PictureFiles,
    private readonly config: Config,
  ) {}

  /** Shows a page to a signed-in person, and the sign-in form to anybody else. @param next id of its document */
  async page(
    request: DeskRequest,
    show: (request: SignedIn) => Promise<Answer>,
    next?: string,
  ): Promise<Answer> {
    const { session } = request;
    return session ? show(signedIn(request, session)) : this.askWho(request, 200, next);
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
  async signIn(request: DeskRequest): Promise<Answer> {
    const { form, ip = '' } = request;
    const { words } = textOf(request);
    const next = form.get('next') ?? '';
    let person;
    try {
      person = await this.authentication.person((form.get('key') ?? '').trim(), ip);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const refusal = SIGN_IN_REFUSALS[error.code];
      const sentence = refusal === undefined ? error.message : words[refusal];
      const answer = this.askWho(request, PROBLEMS[error.code].status, next, sentence);
      const { retryAfter } = error.occasion;
      if (retryAfter === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(retryAfter) } };
    }
    if (person.suspended) return this.askWho(request, 403, next, words.accountSuspended);
    const token = await this.sessions.begin(person);
    return seeOther(hrefOf(next), sessionCookie(token, this.config.publicBaseUrl));
  }

  async signOut(request: DeskRequest): Promise<Answer> {
    await this.sessions.end(sessionToken(request, this.config.publicBaseUrl)!);
    return seeOther('/desk', sessionCookie(null, this.config.publicBaseUrl));
  }

  /**
   * Publishes the version that the person saw, under the same rules as any publish, or approves it if approvals of others
   * are missing.
   * @throws DeskError, Problem
   */
  async release(request: SignedIn, id: string): Promise<Answer> {
    const { session, actor, form, text } = request;
    const { version, key, href } = decided(form, id);
    const unlessReturned = form.get('state') === 'review';
    const wait = { seconds: RELEASE_WAIT_SECONDS, signal: new AbortController().signal };
    const now = await this.views.read(actor, id, { view: 'summary' });
    const instead = seenInstead(form, version, now);
    if (instead !== undefined) throw movedOn(href, instead);
    const isDespite = form.get(DESPITE) === '1';
    const told = { unlessReturned, knownWithdrawal: knownWithdrawal(form, now), isDespite };
    const confirmed = { by: session.name, via: 'desk', ...told } as const;
    const approval = { ...confirmed, publicationId: now.id, version };
    const input = { expectedVersion: version };
    const publish = () => this.publications.publish(actor, id, input, key, undefined, confirmed);
    try {
      const isReleased = await this.reviews.approve(actor, approval, publish);
      if (!isReleased) return await this.afterwards(session, form, now.id);
    } catch (error) {
      if (error instanceof Problem && error.code === 'checks_failed') {
        const { warnings } = error.occasion.details as { readonly warnings: CheckErrors };
        return confidentialPage(422, checksPage(this.config.siteName, href, form, warnings, text));
      }
      if (!(error instanceof Problem) || error.code !== 'version_conflict') throw error;
      throw movedOn(href, await this.whatChanged(actor, id, form, version));
    }
    // The release is accepted, whatever happens to the session during the wait.
    await this.publications.read(actor, id, wait).catch(() => undefined);
    // An approval that others preceded after the page was opened releases the version, and the next page says so.
    const isLast = form.get('part') === 'approve';
    return this.afterwards(session, form, now.id, isLast ? { last: '1' } : {});
  }

  /** Sends back the version that the person saw, with a note or with open notes at its passages. @throws DeskError, Problem */
  async sendBack({ session, actor, form }: SignedIn, id: string): Promise<Answer> {
    const { version, key, href } = decided(form, id);
    const note = (form.get('note') ?? '').replaceAll('\r\n', '\n').trim();
    const fault = noteRule(note);
    const now = await this.views.read(actor, id, { view: 'summary' });
    const instead = seenInstead(form, version, now);
    if (instead !== undefined) throw movedOn(href, instead);
    const whatChanged = () => this.whatChanged(actor, id, form, version);
    if (version > now.version) throw movedOn(href, await whatChanged());
    const saysWhat = note !== '' || version !== now.version || (now.openNotes ?? 0) > 0;
    if (fault !== undefined && (note !== '' || !saysWhat))
      throw noteInvalid(href, `The note ${fault}.`);
    const sent = await this.reviews.sendBack(actor, {
      publicationId: now.id,
      version,
      note,
      by: session.name,
      idempotencyKey: key,
      knownWithdrawal: knownWithdrawal(form, now),
    });
    if (!sent) throw movedOn(href, await whatChanged());
    return this.afterwards(session, form, now.id);
  }

  /** Describes what has happened to a document after the desk showed version `shown` to the person. */
  private async whatChanged(
    actor: Actor,
    id: string,
    form: URLSearchParams,
    shown: number,
  ): Promise<string> {
    const now = await this.views.read(actor, id, { view: 'summary' });
    const { version, state, returned, withdrawn } = now;
    if (version === shown) {
      if (returned) return `${returned.by} has sent version ${version} back since you opened it.`;
      return withdrawn && knownWithdrawal(form, now) === null
        ? 'Since you opened this page, an operator withdrew the document.'
        : `Version ${version} is no longer offered for review: its state is ${state}.`;
    }
    const moved = `You were shown version ${shown}; the document is at version ${version} now.`;
    if (shown > version) return moved;
    const { erased } = await this.views.read(actor, id, { view: 'summary', revision: shown });
    if (erased) return `${moved} Version ${shown} was erased: ${erased.reason}`;
    const since = this.views.read(actor, id, { view: 'changes', since: shown });
    const seen = await inTime(since, EXPENSIVE_MS);
    if (!seen) return moved;
    const fields = seen.changes!.changedFields.join(', ');
    return `${moved} Fields that differ: ${fields || 'none'}.`;
  }

  /** Leads on to the document that comes next in the queue, and to the queue if none does. */
  private async afterwards(
    session: Session,
    form: URLSearchParams,
    id: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const kept = new URLSearchParams(form.get('filter') ?? '');
    const filter = readFilter((name) => kept.get(name));
    const next = await this.reviews.next(session.accountId, filter, id);
    const query = queryOf(filter, { after: id, ...more });
    return seeOther(next ? `/desk/${next.id}${query}` : `/desk${query}`);
  }

  /** Shows the sign-in form. @param message by default that the session has ended, if there was one */
  private askWho(request: DeskRequest, status: number, next = '', message?: string): Answer {
    const text = textOf(request);
    const { siteName } = this.config;
    const ended = request.hadSession && status === 200 ? text.words.sessionEnded : undefined;
    const form = { next: readId(next) ?? '', message: message ?? ended };
    return confidentialPage(status, signInPage(siteName, text, form));
  }
}

/** Words of the messages that the sign-in form shows instead of an error page, by problem code. */
const SIGN_IN_REFUSALS: Partial<Record<Problem['code'], keyof DeskText['words'] & `key${string}`>> =
  {
    unauthorized: 'keyInvalid',
    rate_limited: 'keyTooMany',
    insufficient_scope: 'keyOfProgram',
  };
