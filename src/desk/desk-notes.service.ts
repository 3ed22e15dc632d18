import { Injectable } from '@nestjs/common';
import { newId, readId } from '../platform/ids/ids.js';
import { MAX_NOTES } from '../documents/note.js';
import { Config } from '../platform/config/config.js';
import type { Answer } from '../platform/http/deliver.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { NotesService } from '../notes/notes.service.js';
import { NotedPassages } from '../publications/views/noted-passages.service.js';
import { confidentialPage } from '../site/answers.js';
import { movedOn, noteInvalid } from './desk.errors.js';
import { seeOther, type SignedIn } from './desk-request.js';
import { readNoteForm } from './note-form.js';
import { notePage } from './note.page.js';

/** The page and the forms for notes at passages (contract 13). */
@Injectable()
export class DeskNotesService {
  constructor(
    private readonly notes: NotesService,
    private readonly passages: NotedPassages,
    private readonly config: Config,
  ) {}

  /** Shows the form for a note. @throws Problem `not_found` */
  async page({ session, query, text }: SignedIn, id: string): Promise<Answer> {
    const { section } = query;
    const asked = typeof section === 'string' && section !== '' ? section : null;
    const notable = await this.passages.notable(session.accountId, known(id), asked);
    if (notable.text === null) throw routeNotFound();
    const page = notePage(this.config.siteName, session, { ...notable, asked, key: newId() }, text);
    return confidentialPage(200, page);
  }

  /** Adds a note to the version that the person saw. @throws DeskError, Problem */
  async add({ session, actor, form }: SignedIn, id: string): Promise<Answer> {
    const href = `/desk/${known(id)}`;
    const note = readNoteForm(form, href);
    const { accountId, name: by } = session;
    const { version, count } = await this.passages.count(accountId, known(id), note);
    if (version === note.version) {
      if (count === null) throw noteInvalid(href, 'The document has no such section.');
      if (note.quote !== null && count !== 1) throw noteInvalid(href, standsElsewhere(count));
    }
    const added = await this.notes.add(actor, { ...note, publicationId: known(id), by });
    if (added === 'too_many')
      throw noteInvalid(
        href,
        `The document already has ${MAX_NOTES} notes: close some of them first.`,
      );
    if (added === 'moved_on')
      throw movedOn(
        href,
        `You wrote your note on version ${note.version}; the document is at version ${version} now.`,
      );
    return seeOther(`${href}#desk-notes`);
  }

  /** Closes a note. @throws Problem */
  async close({ session, actor }: SignedIn, id: string, note: string): Promise<Answer> {
    const of = { id: known(note), publicationId: known(id), by: session.name };
    await this.notes.close(actor, of);
    return seeOther(`/desk/${known(id)}#desk-notes`);
  }
}

const standsElsewhere = (count: number): string =>
  count === 0
    ? 'The quote does not occur in the place that you chose. Copy the quote from the text of this place, or leave it out.'
    : `The quote occurs ${count} times in the place that you chose, so it is not clear which passage you mean. Quote more words, or choose a smaller section.`;

/** @throws Problem `not_found` for a malformed id */
function known(id: string): string {
  const found = readId(id);
  if (found === undefined) throw routeNotFound();
  return found;
}
