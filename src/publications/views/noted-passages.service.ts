import { Injectable } from '@nestjs/common';
import { flattened } from '../../documents/document.js';
import type { Passage } from '../../documents/note.js';
import type { RevisionRow } from '../../documents/publication-row.js';
import { NotesService, type Noted } from '../../notes/notes.service.js';
import { Threads } from '../../platform/threads/threads.service.js';
import type { NoteDto } from '../dto/note.dto.js';
import { PublicationsRepository } from '../publications.repository.js';
import type { NotableSection } from './note-quotes.js';

/** Presents the notes on a publication (contract 4, `view: notes`). */
@Injectable()
export class NotedPassages {
  constructor(
    private readonly notes: NotesService,
    private readonly threads: Threads,
    private readonly repository: PublicationsRepository,
  ) {}

  /** Reads the notes that are not closed. @param shown the revision in which their quotes are looked for */
  async of(account: string, publicationId: string, shown: RevisionRow): Promise<NoteDto[]> {
    const notes = await this.notes.unclosed(publicationId);
    const quoting = notes.filter(({ quote }) => quote !== null);
    if (quoting.length === 0) return notes.map((note) => present(note, null));
    const { document } = shown;
    const passages = quoting.map(({ field, section, quote }) => ({ field, section, quote }));
    const wish = { content: shown.content!, document, passages };
    const counts = await this.threads.forRequest('quotes', wish, { account });
    return notes.map((note) => {
      const at = quoting.indexOf(note);
      return present(note, at === -1 ? null : (counts[at] ?? 0) > 0);
    });
  }

  /** Finds what the form for a note on the working revision shows. @throws Problem `not_found` */
  async notable(accountId: string, id: string, asked: string | null): Promise<Notable> {
    const row = await this.repository.find(id, accountId, true);
    const { content, version, title, locale } = flattened(row);
    const wish = { content, asked };
    const found = await this.threads.forRequest('notable', wish, { account: accountId });
    return { ...found, id, version, title, locale };
  }

  /**
   * Counts how often a quote stands in its passage of the working revision; 0 without a quote, `null` for an unknown
   * section. @throws Problem `not_found`
   */
  async count(
    accountId: string,
    id: string,
    { field, section, quote }: Passage,
  ): Promise<{ readonly version: number; readonly count: number | null }> {
    const { content, document, version } = await this.repository.find(id, accountId, true);
    const wish = { content, document, passages: [{ field, section, quote }] };
    const [count] = await this.threads.forRequest('quotes', wish, { account: accountId });
    return { version, count: count ?? null };
  }
}

/** A document and what the form for a note shows of it. */
export interface Notable extends NotableSection {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly locale: string;
}

const present = (note: Noted, quoteStands: boolean | null): NoteDto => ({
  id: note.id,
  version: note.version,
  field: note.field,
  section: note.section,
  quote: note.quote,
  quoteStands,
  text: note.text,
  by: note.notedBy,
  at: note.createdAt.toISOString(),
  answeredIn: note.answeredVersion,
});
