import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { NotedField } from '../documents/note.js';

/** What an approver noted at a passage. An update answers it, an approver closes it, an erasure deletes it (contract 13). */
@Entity('note')
@Index('note_publication_idx', ['publicationId', 'version'])
@Index('note_open_idx', ['publicationId'], { where: 'closed_at IS NULL' })
export class Note {
  /** Chosen by the form, so that a form that is sent twice makes one note. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  publicationId!: string;

  /** The working revision that the approver saw. */
  @Column('integer')
  version!: number;

  @Column('text')
  field!: NotedField;

  /** Id of a section of the content; `null`: the whole field. */
  @Column('text', { nullable: true })
  section!: string | null;

  /** `null`: the note is about all of the section or field. */
  @Column('text', { nullable: true })
  quote!: string | null;

  @Column('text')
  text!: string;

  @Column('text')
  approverId!: string;

  /** Name of the approver. */
  @Column('text')
  notedBy!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** The newest revision that answers the note, as its writer says; `null`: none does. */
  @Column('integer', { nullable: true })
  answeredVersion!: number | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closedAt!: Date | null;

  /** Name of the approver who closed it. */
  @Column('text', { nullable: true })
  closedBy!: string | null;
}
