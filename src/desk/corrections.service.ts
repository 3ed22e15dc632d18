import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { PROBLEMS } from '../platform/problems/catalogue.js';
import { Problem } from '../platform/problems/problem.js';
import { inWords } from '../platform/validation/fault.js';
import { validated } from '../platform/validation/validated.js';
import { UpdatePublicationDto } from '../publications/dto/write-bodies.dto.js';
import { PublicationsService } from '../publications/publications.service.js';
import type { BoundedView } from '../publications/views/bounded.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { confidentialPage } from '../site/answers.js';
import { type Content, html } from '../site/html/html.js';
import { type CorrectionForm, correctPage, movedOnNotice } from './correct.page.js';
import {
  correction,
  firstChanged,
  merged,
  type Passage,
  passagesOf,
  shown,
  typedIn,
} from './corrections.js';
import { queryOf, readFilter } from './desk-layout.js';
import { decided, seeOther, type SignedIn } from './desk-request.js';
import { hasEnded, malformedForm, movedOn, sentenceOf } from './desk.errors.js';

/** A version of a document, cut into passages. */
interface Correctable {
  readonly publication: BoundedView;
  readonly version: number;
  readonly passages: readonly Passage[];
}

/** Corrections by approvers: accepted updates like those of programs, in the name of a person (contract 13). */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly views: PublicationViewsService,
    private readonly publications: PublicationsService,
    private readonly config: Config,
  ) {}

  /** Shows the form, with the section that was asked for, or else the first one that changed. @throws Problem `not_found` */
  async form(request: SignedIn, id: string): Promise<Answer> {
    const { actor, query } = request;
    const base = await this.read(actor, id);
    const { publication, version, passages } = base;
    const { section } = query;
    const passage =
      passages.find((one) => one.id === section) ?? (await this.firstChanged(actor, base));
    const values = shown(publication, passage);
    const filter = readFilter((name) => query[name]);
    const form = { publication, version, passages, passage, values, changeNote: '', filter };
    return this.page(200, request, form);
  }

  /**
   * Saves what was typed as a new version, and leads to its page. If it cannot be saved, the answer says why, and has
   * the form with everything that was typed.
   * @throws DeskError, Problem `not_found`
   */
  async submit(request: SignedIn, id: string): Promise<Answer> {
    const { actor, form } = request;
    const { version, key, href } = decided(form, id);
    const base = await this.read(actor, id, version);
    const { publication, passages } = base;
    if (publication.erased) throw movedOn(href, `Version ${version} was erased.`);
    const section = form.get('section');
    const passage = passages.find((one) => one.id === section);
    if (section !== null && !passage) throw malformedForm();
    const before = shown(publication, passage);
    const typed = { ...typedIn(form), ...(section === null && { text: before.text }) };
    const changeNote = form.get('changeNote')?.replaceAll('\r\n', '\n').trim() ?? '';
    const filter = readFilter((name) => new URLSearchParams(form.get('filter') ?? '').get(name));
    const again: CorrectionForm = {
      publication,
      version,
      passages,
      passage,
      values: typed,
      changeNote,
      filter,
      key,
    };
    const { words } = request.text;
    const refused = (status: number, notice: Content) =>
      this.page(status, request, { ...again, notice: html`<p>${notice}</p>` });
    const change = correction(typed, before, passages, passage);
    if (Object.keys(change).length === 0) return refused(422, words.nothingCorrected);
    const sent = { expectedVersion: version, intent: 'review', ...change, changeNote };
    const checked = await validated(UpdatePublicationDto, sent, this.config);
    if ('faults' in checked) {
      return refused(422, notSaved(inWords(checked.faults)));
    }
    try {
      const { publication: made } = await this.publications.update(actor, id, checked.value, key);
      const corrected = { corrected: String(made.version) };
      return seeOther(`${href}${queryOf(filter, corrected)}`);
    } catch (error) {
      if (!(error instanceof Problem) || hasEnded(error)) throw error;
      if (error.code === 'version_conflict' || error.code === 'idempotency_key_reused') {
        return this.movedOn(request, id, again, before);
      }
      const status = error.occasion.status ?? PROBLEMS[error.code].status;
      return refused(status, notSaved(sentenceOf(error)));
    }
  }

  /** Shows the form for the newest version, with what was typed where it differs from what the person was shown. */
  private async movedOn(
    request: SignedIn,
    id: string,
    { version: seen, passage: old, values: typed, changeNote, filter }: CorrectionForm,
    before: CorrectionForm['values'],
  ): Promise<Answer> {
    const now = await this.read(request.actor, id);
    const { publication, version, passages } = now;
    const same = passages.find((one) => one.id === old?.id);
    const passage = same ?? passages[0];
    const there = shown(publication, passage);
    const isGone = old !== undefined && !same;
    const wasTyped = typed.text !== before.text;
    const values = merged(isGone ? { ...typed, text: before.text } : typed, before, there);
    const notice = movedOnNotice(
      {
        id: publication.id,
        shown: seen,
        version,
        textNow: same && wasTyped && there.text !== before.text ? there.text : undefined,
        lost: isGone && wasTyped ? typed.text : undefined,
      },
      request.text,
    );
    const form = { publication, version, passages, passage, values, changeNote, filter, notice };
    return this.page(409, request, form);
  }

  private page(status: number, { session, text }: SignedIn, form: CorrectionForm): Answer {
    return confidentialPage(status, correctPage(this.config.siteName, session, form, text));
  }

  /** Reads a version, by default the working revision; without passages if it was erased. @throws Problem `not_found` */
  private async read(actor: Actor, id: string, asked?: number): Promise<Correctable> {
    const whole = asked === undefined ? {} : { revision: asked };
    const publication = await this.views.read(actor, id, { view: 'full', ...whole });
    const version = asked ?? publication.version;
    if (publication.erased) return { publication, version, passages: [] };
    const reads = { view: 'outline', revision: version } as const;
    const { outline = [] } = await this.views.read(actor, id, reads);
    return { publication, version, passages: passagesOf(publication.content!, outline) };
  }

  private async firstChanged(
    actor: Actor,
    { publication, version, passages }: Correctable,
  ): Promise<Passage | undefined> {
    const { id, publishedVersion } = publication;
    if (publishedVersion === null || publishedVersion === version) return passages[0];
    const reads = { view: 'full', revision: publishedVersion } as const;
    const { content = '' } = await this.views.read(actor, id, reads);
    return firstChanged(passages, content) ?? passages[0];
  }
}

/** Says why a correction was not saved. The reasons are English, so the whole sentence is. */
const notSaved = (reason: string): Content =>
  html`<span lang="en" dir="ltr">Not saved: ${reason}</span>`;
