import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { MAX_NOTES, type Passage } from '../documents/note.js';
import type { Actor } from '../keys/actor.js';
import { LiveActors } from '../keys/live-actors.service.js';
import { Database } from '../platform/database/database.js';
import { publicationNotFound } from '../writes/writes.errors.js';
import { Note } from './note.entity.js';
import { ADD_NOTE, CLOSE_NOTE } from './notes.statements.js';

export interface NewNote extends Passage {
  /** A UUID of the form. */
  readonly id: string;
  readonly publicationId: string;
  /** The working revision that the form showed. */
  readonly version: number;
  /** 1–1,000 characters. */
  readonly text: string;
  /** Name of the approver. */
  readonly by: string;
}

export type Noted = Readonly<Note>;

const TIMEOUT_MS = 5_000;
/** A try fails if another write to the publication is accepted at the same time. */
const TRIES = 5;
/** Closed notes that the desk lists. */
const CLOSED = 50;

const isOpen = ({ answeredVersion }: Noted): boolean => answeredVersion === null;

/** Notes of approvers at passages of a document (contract 13). They use no unit. */
@Injectable()
export class NotesService {
  constructor(
    @InjectRepository(Note) private readonly notes: Repository<Note>,
    private readonly database: Database,
    private readonly live: LiveActors,
  ) {}

  /** Reads the notes of a publication that are not closed, at most 100: the open ones first, then by age. */
  async unclosed(publicationId: string): Promise<Noted[]> {
    const found = await this.notes.find({
      where: { publicationId, closedAt: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: MAX_NOTES,
    });
    return [...found.filter(isOpen), ...found.filter((note) => !isOpen(note))];
  }

  /** Reads the 50 notes of a publication that were closed last. */
  closed(publicationId: string): Promise<Noted[]> {
    const where = { publicationId, closedAt: Not(IsNull()) };
    return this.notes.find({ where, order: { closedAt: 'DESC', id: 'ASC' }, take: CLOSED });
  }

  /**
   * Adds a note. A form that is sent twice adds one.
   * @throws Problem `unauthorized`, `account_suspended`, `unavailable`
   * @returns what became of it; `moved_on`: the version is not the working revision, or another note has the id
   */
  async add(actor: Actor, note: NewNote): Promise<'added' | 'too_many' | 'moved_on'> {
    const { accountId, keyId, session } = actor;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const values = ADD_NOTE.values({ ...note, accountId, keyId, session });
      const rows = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
        connection.rows(ADD_NOTE, values),
      );
      if (rows.length > 0) return 'added';
      await this.live.assert(actor);
      const { id, publicationId, text } = note;
      const known = await this.notes.findOneBy({ id });
      if (known) {
        const isRepeated = known.publicationId === publicationId && known.text === text;
        return isRepeated ? 'added' : 'moved_on';
      }
      const unclosed = await this.notes.countBy({ publicationId, closedAt: IsNull() });
      if (unclosed >= MAX_NOTES) return 'too_many';
      await sleep(Math.random() * tries * 10);
    }
    return 'moved_on';
  }

  /**
   * Closes a note. Does nothing if it is closed already.
   * @throws Problem `not_found`, `unauthorized`, `account_suspended`, `unavailable`
   */
  async close(actor: Actor, note: Pick<NewNote, 'id' | 'publicationId' | 'by'>): Promise<void> {
    const { accountId, keyId, session } = actor;
    const values = CLOSE_NOTE.values({ ...note, accountId, keyId, session });
    const rows = await this.database.accountWrite(accountId, TIMEOUT_MS, (connection) =>
      connection.rows(CLOSE_NOTE, values),
    );
    if (rows.length > 0) return;
    await this.live.assert(actor);
    throw publicationNotFound();
  }
}
